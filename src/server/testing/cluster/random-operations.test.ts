import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { follow } from '#server/http/events/testing/follow.ts'
import { result, semgrep } from '#server/scans/testing/upload.ts'
import { newPostgresUrl } from '../database.ts'
import { requestJson, sendRequest, token } from '../stress/promises.ts'
import { forced } from '../stress/repetitions.ts'
import { startCluster } from './cluster.ts'

const states = ['reviewing', 'fixing'] as const
type State = (typeof states)[number]
type Status = State | 'open'

/** What a client does next; numbers choose among what is there. */
const operation = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('import' as const), count: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('triage' as const),
      // Several at once, each of other findings.
      changes: fc.array(fc.record({ which: fc.nat(), state: fc.constantFrom(...states) }), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('list' as const), status: fc.constantFrom('open', ...states) }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'count' as const }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'revalidate' as const }) },
)

interface Listed {
  sastFindings: { findings: { id: number; status: Status; triage_state: string }[] }
}

/** The findings as the answers so far say that they are, asked for through processes that take turns. */
class Model {
  readonly #served: { base: string }
  readonly #statuses = new Map<number, Status>()
  readonly triaged = new Set<number>()
  /** The tag of the list as it was last read, and whether anything was written since. */
  #tag: { value: string; isCurrent: boolean } | null = null
  #imports = 0

  constructor(served: { base: string }) {
    this.#served = served
  }

  async run(step: typeof operation extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
    if (step.kind === 'import') await this.#import(step.count)
    else if (step.kind === 'triage') await this.#triage(step.changes)
    else if (step.kind === 'list') await this.#list(step.status)
    else if (step.kind === 'count') await this.#count()
    else await this.#revalidate()
  }

  async #import(count: number) {
    const project = `acme/p${this.#imports++}`
    const findings = Array.from({ length: count }, (_, at) =>
      result('rule', `${project}/${at}.py`, `call(${at})`),
    )
    await requestJson(this.#served, 'POST', `scans?project=${project}`, JSON.stringify(semgrep(findings)))
    this.#wrote()
    const listed = await this.#read(`repos=${project}`)
    expect(listed).toHaveLength(count)
    for (const { id } of listed) {
      expect(this.#statuses.has(id)).toBe(false)
      this.#statuses.set(id, 'open')
    }
  }

  async #triage(changes: readonly { which: number; state: State }[]) {
    const ids = [...this.#statuses.keys()]
    const chosen = new Map(changes.map(({ which, state }) => [ids[which % Math.max(1, ids.length)], state]))
    await Promise.all(
      [...chosen].map(async ([id, state]) => {
        if (id === undefined) return
        const body = { issue_type: 'sast', issue_ids: [id], new_triage_state: state }
        await requestJson(this.#served, 'POST', 'triage', JSON.stringify(body))
        this.#statuses.set(id, state)
        this.triaged.add(id)
        this.#wrote()
      }),
    )
  }

  async #list(status: Status) {
    const expected = [...this.#statuses].filter(([, now]) => now === status).map(([id]) => id)
    const listed = await this.#read(`status=${status}`)
    expect(listed.map(({ id }) => id).sort((one, other) => one - other)).toEqual(
      expected.sort((one, other) => one - other),
    )
  }

  async #count() {
    const { facets } = (await requestJson(this.#served, 'GET', 'findings/facets?facet=status')) as {
      facets: { status: { value: string; count: number }[] }
    }
    for (const status of ['open', ...states] as const) {
      const expected = [...this.#statuses.values()].filter((now) => now === status).length
      expect(facets.status.find(({ value }) => value === status)?.count ?? 0).toBe(expected)
    }
  }

  /** What was read is known as unchanged to every process until something is written, and never after. */
  async #revalidate() {
    const url = `${this.#served.base}/api/v1/deployments/main/findings?page_size=3000`
    const headers = { authorization: `Bearer ${token}` }
    if (this.#tag) {
      const { status } = await fetch(url, { headers: { ...headers, 'if-none-match': this.#tag.value } })
      expect(status).toBe(this.#tag.isCurrent ? 304 : 200)
    }
    const response = await fetch(url, { headers })
    // parse: held by the tests of lists.
    const { sastFindings } = (await response.json()) as Listed
    expect(sastFindings.findings).toHaveLength(this.#statuses.size)
    this.#tag = { value: String(response.headers.get('etag')), isCurrent: true }
  }

  async #read(filter: string) {
    const response = await sendRequest(this.#served, 'GET', `findings?page_size=3000&${filter}`)
    // parse: held by the tests of lists.
    const { findings } = ((await response.json()) as Listed).sastFindings
    expect(response.headers.get('x-total-count')).toBe(String(findings.length))
    return findings
  }

  #wrote() {
    if (this.#tag) this.#tag.isCurrent = false
  }
}

/** Collects the findings that the events of a process name, until one names the last. */
async function named(events: Awaited<ReturnType<typeof follow>>, last: number): Promise<Set<unknown>> {
  const ids = new Set<unknown>()
  while (!ids.has(last)) for (const id of [(await events.next()).data['ids']].flat()) ids.add(id)
  return ids
}

it('answers random operations through random processes as one model does', async () => {
  const cluster = await startCluster(await newPostgresUrl(), 3)
  const followers = await Promise.all(cluster.processes.map((process) => follow(process)))
  onTestFinished(() => {
    for (const { stop } of followers) stop.abort()
  })
  const model = new Model(cluster)
  const steps = fc.array(operation, { minLength: 80, maxLength: 80 })
  const property = fc.asyncProperty(steps, async (taken) => {
    for (const step of taken) await model.run(step)
  })
  // What was done cannot be undone for a shorter example.
  await fc.assert(property, { numRuns: forced(1), endOnFailure: true })
  await model.run({ kind: 'import', count: 1 })
  const { sastFindings } = (await requestJson(cluster, 'GET', 'findings?page_size=3000')) as Listed
  const last = Math.max(...sastFindings.findings.map(({ id }) => id))
  const body = { issue_type: 'sast', issue_ids: [last], new_triage_state: 'fixing' }
  await requestJson(cluster, 'POST', 'triage', JSON.stringify(body))
  for (const events of followers) {
    expect([...(await named(events, last))]).toEqual(expect.arrayContaining([...model.triaged]))
  }
})
