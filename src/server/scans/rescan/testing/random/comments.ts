import { createComment, listComments } from '#contract/operations/comments.ts'
import type { ServiceCalls } from '#server/testing/service.ts'
import type { Row } from '../rows.ts'
import { hasDecision } from './decision.ts'
import type { Fault, Judge } from './judge.ts'
import type { Snapshot } from './world.ts'

/** What was said on a finding, together with a decision. */
interface Said {
  truth: string
  note: string
  text: string
  ref: string
}

/** Says something of flaws, and looks where it stands in the end: a thread is that of a flaw on all refs. */
export class Comments<State, S extends Snapshot> {
  readonly #service: ServiceCalls
  readonly #judge: Judge<State, S>
  readonly #said: Said[] = []

  constructor(service: ServiceCalls, judge: Judge<State, S>) {
    this.#service = service
    this.#judge = judge
  }

  /** @param note that of the decision which is made with it. */
  async say(truth: string, note: string, { id, ref }: Row): Promise<void> {
    const text = `Said ${this.#said.length} of ${truth}.`
    const response = await this.#service.call(createComment, { path: { id }, body: { text } })
    if (response.status !== 201) throw new Error(response.text)
    this.#said.push({ truth, note, text, ref })
  }

  /** @returns comments that stand on another flaw, or are not where the decision is that was made with them. */
  async faults(): Promise<Fault[]> {
    if (this.#said.length === 0) return []
    const faults: Fault[] = []
    const { observed, truths } = this.#judge
    for (const [ref, found] of observed)
      for (const [truth, row] of found) {
        const { body } = await this.#service.call(listComments, { path: { id: row.id } })
        const texts = new Set(body.comments.map(({ text }) => text))
        for (const said of this.#said) {
          const isOwn = said.truth === truth || truths.same(said.truth, truth)
          const isTold = !isOwn && !this.#judge.isRelated(said.truth, truth)
          if (texts.has(said.text) && isTold && !this.#judge.told.isExplained(ref, said.truth, truth, true))
            faults.push(`wrong: "${said.text}" is on ${truth} on ${ref}`)
          if (!texts.has(said.text) && said.truth === truth && this.#isExpected(said, row))
            faults.push(`lost: "${said.text}" is not on ${truth} on ${ref}, where its decision is`)
        }
      }
    return faults
  }

  /** Comments stay with the finding on which they were made: where it has other code, they are those of another flaw. */
  #isExpected({ truth, note, ref }: Said, row: Row): boolean {
    const decision = this.#judge.newestDecision(truth)
    if (this.#judge.truths.isBlurred(truth) || !this.#judge.isSameOn(ref, row.ref, truth)) return false
    return decision?.note === note && hasDecision(row, decision)
  }
}
