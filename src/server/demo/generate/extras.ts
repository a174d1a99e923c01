import { fixPullRequestBits } from '#server/db/codes.ts'
import type { FindingDocument } from '#server/db/documents.ts'
import { notes } from '../organisation/texts.ts'
import { Deck, type Random } from '../random.ts'
import { day, hour } from './profile.ts'
import type { FindingType } from './rule-writer.ts'

export interface Extras {
  document: FindingDocument
  hasTicket: boolean
  ticketAt: number
  fixStates: number
}

/** Tickets, review comments and fix pull requests around findings of one project. */
export class ExtrasMaker {
  #random: Random
  #url: string | null
  #today: number
  #states: Deck<'open' | 'merged' | 'closed'>

  constructor(random: Random, url: string | null, today: number) {
    this.#random = random
    this.#url = url
    this.#today = today
    this.#states = new Deck(random, [
      ['open', 4],
      ['merged', 4],
      ['closed', 2],
    ])
  }

  /**
   * @param first when the finding was first seen
   * @param onPullRequest whether it was seen in a pull request, where comments are written
   */
  make(type: FindingType, id: number, first: number, onPullRequest: boolean, fixed: boolean): Extras {
    const random = this.#random
    const document: FindingDocument = {}
    const later = () => Math.min(this.#today - hour, first + random.integer(2, 200) * hour)
    const hasTicket = random.chance(0.09)
    const ticketAt = later()
    if (hasTicket) {
      const number = random.integer(100, 9_999)
      const slug = `SEC-${number}`
      document.external_ticket = {
        ...(random.chance(0.85) ? { id: number } : {}),
        externalSlug: slug,
        ...(random.chance(0.8) ? { linkedIssueIds: [id] } : {}),
        url: `https://tracker.acme.example/browse/${slug}`,
      }
    } else if (random.chance(0.05)) document.external_ticket = null
    if (random.chance(onPullRequest ? 0.55 : 0.02)) {
      document.review_comments = Array.from({ length: random.chance(0.15) ? 2 : 1 }, () => ({
        externalDiscussionId: random.hex(40),
        ...(random.chance(0.9) ? { externalNoteId: random.integer(100_000, 9_999_999) } : {}),
      }))
    } else if (random.chance(0.5)) document.review_comments = []
    let fixStates = 0
    if (type !== 'secrets' && this.#url !== null && random.chance(fixed ? 0.14 : 0.07)) {
      const states = Array.from({ length: random.chance(0.12) ? 2 : 1 }, () =>
        fixed ? 'merged' : this.#states.draw(),
      )
      for (const state of states) fixStates |= fixPullRequestBits[state]
      if (type === 'sast') {
        document.click_to_fix_prs = states.map((state) => ({
          created_at: new Date(later()).toISOString(),
          url: `${this.#url}/pull/${random.integer(40, 3_000)}`,
          state,
        }))
      }
    } else if (type === 'sast' && random.chance(0.4)) document.click_to_fix_prs = []
    if (type === 'sast' && random.chance(0.035)) {
      document.click_to_fix_failures = [
        { created_at: new Date(later()).toISOString(), reason: random.pick(notes.failedFix) },
      ]
    }
    return { document, hasTicket, ticketAt: Math.min(ticketAt, this.#today - day / 24), fixStates }
  }
}
