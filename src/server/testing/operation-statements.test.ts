import { expect, it } from 'vitest'
import { operations } from '#contract/all.ts'
import { searchScans } from '#contract/operations/scans.ts'
import { type Copy, copyToCount, countsPages } from '#server/db/sqlite/testing/pages-read.ts'
import { type Ran, statementsOf } from '#server/db/sqlite/testing/work.ts'
import { loadDependencies } from '../dependencies/columns/dependencies-kind.ts'
import { loadFindings } from '../findings/snapshot.ts'
import type { Place } from './examples/example-fixtures.ts'
import { examples } from './examples/examples.ts'
import { type Case, cases, sendExample, settled } from './examples/send-example.ts'
import { filledService } from './filled-service.ts'

/** How many times the data of one service is that of the other. */
const times = 8
/** Statements for one request, whatever it asks. */
const maxStatements = 19
/** Pages that a row may cost on top: its place in a deeper tree, and those of what is told along with it. */
const pagesForRow = 5
/** Goes through the whole of a table that has a row for each finding, dependency, scan or event. */
const large =
  /^SCAN (finding|finding_detail|finding_event|scan|dependency|lockfile|audit_event|triage_change|triage_change_item|policy_change_item)\b/

/** What is run for one request, up to the end of the job that it begins. */
async function ranFor(place: Place, one: Case): Promise<Ran[]> {
  const request = (await one.example.request?.(place)) ?? {}
  await settled(place)
  // What was written until now is taken into the column stores by whoever uses them next.
  const { services, deployment, call } = place.service
  await loadFindings(services.columns, deployment.id)
  await loadDependencies(services.columns, deployment.id)
  await call(searchScans, { body: { limit: 1 } })
  return statementsOf(() => sendExample(place, one, request))
}

/** Has read what is read once and kept: findings, their past and dependencies in memory. */
async function warm(place: Place) {
  const kept = ['getMe', 'findingFacets', 'findingTrend', 'dependencyFacets', 'exportSbom']
  for (const one of cases) if (kept.includes(one.operation.id)) await ranFor(place, one)
}

/** What is wrong with the work of a request in a large organisation, beside that in a small one. */
function excess(copies: [Copy, Copy], ran: [Ran[], Ran[]]): string | undefined {
  const [few, many] = ran.map(({ length }) => length)
  if (few !== many) return `${few} statements, then ${many}`
  const [fewRows = 0, manyRows = 0] = ran.map((list) => list.reduce((sum, { rows }) => sum + rows, 0))
  if (manyRows > 1.5 * fewRows + 10) return `${fewRows} rows, then ${manyRows}`
  const [fewPages = 0, manyPages = 0] = copies.map((copy, index) =>
    (ran[index] ?? []).reduce((sum, statement) => sum + copy.pagesRead(statement), 0),
  )
  const most = 2 * fewPages + pagesForRow * manyRows
  return manyPages > most ? `${fewPages} pages, then ${manyPages}` : undefined
}

it('knows a request of every operation', () => {
  expect(Object.keys(examples).toSorted()).toEqual(operations.map(({ id }) => id).toSorted())
})

it(`works no more for a request where there is ${times} times as much`, async () => {
  const small = await filledService(1)
  const big = await filledService(times)
  const copies: [Copy, Copy] = [await copyToCount(small), await copyToCount(big)]
  await warm(small)
  await warm(big)
  const faults: string[] = []
  for (const one of cases) {
    const { grows, statements: most = maxStatements } = one.example
    const ran: [Ran[], Ran[]] = [await ranFor(small, one), await ranFor(big, one)]
    const fault = excess(copies, ran)
    if (ran[0].length > most) faults.push(`${one.name}: ${ran[0].length} statements`)
    if (fault && grows === undefined) faults.push(`${one.name}: ${fault}`)
    if (!fault && grows !== undefined && countsPages) faults.push(`${one.name}: does not grow`)
    for (const statement of ran[1]) {
      const walked = copies[1].planOf(statement).filter((step) => large.test(step))
      faults.push(...walked.map((step) => `${one.name}: ${step} in ${statement.text}`))
    }
  }
  expect(faults).toEqual([])
})
