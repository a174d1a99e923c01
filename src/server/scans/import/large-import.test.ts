import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { findingFacets, getFinding } from '#contract/operations/findings.ts'
import { triage } from '#contract/operations/triage.ts'
import { testEngine } from '#server/testing/database.ts'
import { refuseWrites } from '#server/testing/refused-writes.ts'
import { runSql } from '#server/testing/run-sql.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { codeFindings, result, semgrep, upload } from '../testing/upload.ts'

const large = 2500
const results = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) =>
    result(`rule-${(from + at) % 7}`, `src/${from + at}.py`, `call(${from + at})`, 1),
  )

async function ids(service: TestService, path: string, query: Record<string, string> = {}) {
  const all = await codeFindings(service, query)
  return all.filter(({ location }) => location?.filePath === path).map(({ id }) => id)
}

const decide = (service: TestService, issue_ids: number[], new_triage_state: string) =>
  service.call(triage, { body: { issue_type: 'sast', issue_ids, new_triage_state } })

const total = async (service: TestService) => (await service.call(findingFacets, {})).body.total

/** Does something when an import has written for the `nth` time; gives how often anybody writes. */
function atWrite(service: TestService, nth: number, then: () => void) {
  const { database } = service.services
  const write = database.write.bind(database)
  let writes = 0
  vi.spyOn(database, 'write').mockImplementation((work, lock) => {
    const turn = write(work, lock)
    if (++writes === nth) then()
    return turn
  })
  return { writes: () => writes }
}

/** What is left of the staged rows. */
const staged = ({ services }: TestService) =>
  runSql(
    services.database,
    testEngine === 'postgres'
      ? sql`select number from staged_finding`
      : sql`select name from sqlite_temp_schema where name like 'staged%'`,
  )

test('a decision that is made during a large import is answered between its pieces', async () => {
  const service = await startTestService()
  await upload(service, semgrep(results(1)))
  const chosen = await ids(service, 'src/0.py')
  const text: string[] = []
  const turns = atWrite(service, 2, () => {
    const request = turns.writes()
    void decide(service, chosen, 'ignored').then(async ({ status }) => {
      text.push(`decided ${status}`)
      expect(turns.writes() - request).toBeLessThanOrEqual(2)
      expect(await total(service)).toBe(1)
    })
  })
  const { body } = await upload(service, semgrep(results(large)), { project: 'acme/large' })
  text.push('imported')
  expect(text).toEqual(['decided 200', 'imported'])
  expect(body.report).toMatchObject({ read: large, new: large })
  expect(turns.writes()).toBeGreaterThan(6)
  expect(await total(service)).toBe(1 + large)
  expect(await staged(service)).toEqual([])
})

test('what was decided before and during a large import is taken over by it', async () => {
  const service = await startTestService()
  const muted = { ...results(1, 1)[0], extra: { ...results(1, 1)[0]?.extra, is_ignored: true } }
  await upload(service, semgrep(results(large)))
  await decide(service, await ids(service, 'src/2.py'), 'ignored')
  const later = await ids(service, 'src/3.py')
  // The pieces up to the fourth lie aside already, those of this finding among them.
  atWrite(service, 4, () => void decide(service, later, 'ignored'))
  const file = semgrep(results(large).with(1, muted as ReturnType<typeof result>))
  const query = { ref: 'refs/heads/other' }
  const { body } = await upload(service, file, query)
  expect(body.report).toMatchObject({ read: large, new: large, unchanged: 0, fixed: 0 })
  const matches = await codeFindings(service, { ref: 'refs/heads/other' })
  expect(matches.length).toBe(large)
  const stands = (path: string) => matches.find(({ location }) => location?.filePath === path)
  expect(stands('src/0.py')).toMatchObject({ status: 'open', triage_state: 'untriaged', rule_name: 'rule-0' })
  expect(stands('src/1.py')).toMatchObject({ state: 'muted' })
  expect(stands('src/2.py')).toMatchObject({ status: 'ignored', triage_state: 'ignored' })
  expect(stands('src/3.py')).toMatchObject({ status: 'ignored', triage_state: 'ignored' })
  const detail = async (path: string) =>
    (await service.call(getFinding, { path: { id: stands(path)?.id ?? 0 } })).body
  expect((await detail('src/3.py')).history.map(({ what }) => what)).toEqual(['found', 'inherited'])
  const plain = await detail('src/2499.py')
  expect(plain.history.map(({ what }) => what)).toEqual(['found'])
  expect(plain.code?.lines).toEqual(['call(2499)'])
  expect(plain.categories).toEqual(['security'])
  expect(plain.policy_mode).toBe('MODE_MONITOR')
})

test('a large import again changes nothing, and one of another state says what came and went', async () => {
  const service = await startTestService()
  await upload(service, semgrep(results(large)), { commit: 'one' })
  const before = (await codeFindings(service)).map(({ id }) => id)
  const again = await upload(service, semgrep(results(large)), { commit: 'two' })
  expect(again.body.report).toMatchObject({ new: 0, unchanged: large, fixed: 0 })
  expect((await codeFindings(service)).map(({ id }) => id)).toEqual(before)
  const changed = await upload(service, semgrep(results(large, 1200)), { commit: 'three' })
  expect(changed.body.report).toMatchObject({ new: 1200, unchanged: large - 1200, fixed: 1200 })
  expect(await total(service)).toBe(large + 1200)
})

test('of a large import that breaks at its end nothing is left, and the same file is taken again', async () => {
  const service = await startTestService()
  const allow = await refuseWrites(service.services.database, 'insert', 'audit_event')
  expect((await upload(service, semgrep(results(large)))).status).toBe(500)
  await allow()
  expect(await total(service)).toBe(0)
  expect(await staged(service)).toEqual([])
  const { status, body } = await upload(service, semgrep(results(large)))
  expect([status, body.report.new]).toEqual([201, large])
})
