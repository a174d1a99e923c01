import { expect } from 'vitest'
import { triage } from '#contract/operations/triage.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { upload } from '../../testing/upload.ts'
import { type IssueType, type Row, rowsOf } from './rows.ts'

export const main = 'refs/heads/main'

/** A project to which reports are sent that were written by hand, each for a commit of its own. */
export class PlainProject {
  readonly service: TestService
  readonly name = 'acme/shop'
  readonly #issueType: IssueType
  #scans = 0

  private constructor(service: TestService, issueType: IssueType) {
    this.service = service
    this.#issueType = issueType
  }

  static async start(issueType: IssueType = 'sast'): Promise<PlainProject> {
    return new PlainProject(await startTestService(), issueType)
  }

  /** Sends a report as the next full scan of the main branch, where the query says nothing else. */
  async scan(file: unknown, query: Record<string, string> = {}) {
    this.service.clock.now += 60_000
    const commit = (++this.#scans).toString(16).padStart(40, '0')
    const place = { project: this.name, ref: main, kind: 'full', commit }
    const response = await upload(this.service, file, { ...place, ...query })
    expect(response.status, response.text).toBeLessThan(300)
    return response.body
  }

  /** All findings of a ref, whatever became of them. */
  async rows(ref = main): Promise<Row[]> {
    const rows = await rowsOf(this.service, this.name, [this.#issueType])
    return rows.filter((row) => row.ref === ref)
  }

  /** What is there, such as `a.js:10 ignored`, in order. */
  async there(ref = main): Promise<string[]> {
    return (await this.rows(ref)).filter(isThere).map(inWords).toSorted()
  }

  /** Ignores the finding that is there at a place; of several the one that was found first. Gives the change's id. */
  async ignore(place: string, ref = main): Promise<string> {
    const matches = (await this.rows(ref)).filter((row) => isThere(row) && placeOf(row) === place)
    const [first] = matches.toSorted((a, b) => a.id - b.id)
    if (!first) throw new Error(`nothing was found at ${place}`)
    const response = await this.service.call(triage, {
      body: {
        issue_type: this.#issueType,
        issue_ids: [first.id],
        new_triage_state: 'ignored',
        new_triage_reason: 'false_positive',
        new_note: 'Looked at.',
      },
    })
    expect(response.status, response.text).toBe(200)
    return response.body.change_id ?? ''
  }
}

const isThere = ({ state }: Row) => state === 'unresolved' || state === 'muted'

const placeOf = ({ package: name, version, path, line }: Row) =>
  [
    name === null ? null : `${name}@${version}`,
    path === null ? null : line === null ? path : `${path}:${line}`,
  ]
    .filter((part) => part !== null)
    .join(' ') || 'nowhere'

const inWords = (row: Row) => `${placeOf(row)} ${row.status}${row.uncertain ? ' uncertain' : ''}`
