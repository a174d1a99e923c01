import { describe, expect, test } from 'vitest'
import { getFinding } from '#contract/operations/findings.ts'
import { retireSource } from '#contract/operations/sources.ts'
import { triage } from '#contract/operations/triage.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { codeFindings, result, semgrep, upload } from './testing/upload.ts'

const [gone, other] = [result('xss', 'app.py', 'render(name)', 10), result('sqli', 'db.py', 'execute(text)')]
const scanned = ['app.py', 'db.py']
const listed = semgrep([gone, other], { scanned })

/** What makes a finding leave the lists, and its state then. */
const absences: readonly [string, string, (service: TestService) => Promise<unknown>][] = [
  ['is fixed', 'fixed', (service) => upload(service, semgrep([other], { scanned }), { commit: 'b2' })],
  [
    'is in a file that is no longer scanned',
    'removed',
    (service) => upload(service, semgrep([other], { scanned: ['db.py'] }), { commit: 'b2' }),
  ],
  [
    'is of a rule that is off',
    'removed',
    (service) => {
      const off = { skipped_rules: [{ rule_id: 'xss', details: 'Off.' }] }
      return upload(service, { ...semgrep([other], { scanned }), ...off }, { commit: 'b2' })
    },
  ],
  [
    'is of a retired source',
    'removed',
    (service) => service.call(retireSource, { body: { repo: 'acme/shop', tool: 'Semgrep' } }),
  ],
]

describe.each(['reviewing', 'fixing', 'ignored'] as const)('a finding that is %s', (decision) => {
  test.each(absences)('and %s, then reported again', async (_, state, leave) => {
    const service = await startTestService()
    await upload(service, listed, { commit: 'a1' })
    const find = async () => (await codeFindings(service, { rules: 'xss' }))[0]
    const { id = 0 } = (await find()) ?? {}
    const reason = decision === 'ignored' ? { new_triage_reason: 'false_positive' as const } : {}
    await service.call(triage, {
      body: { issue_type: 'sast', issue_ids: [id], new_triage_state: decision, new_note: 'Mine.', ...reason },
    })
    service.clock.now += 60_000
    await leave(service)
    const away = await service.call(getFinding, { path: { id } })
    expect(away.body).toMatchObject({ state, triage_state: decision })
    service.clock.now += 60_000
    await upload(service, listed, { commit: 'c3' })
    const triageState = state === 'fixed' && decision !== 'ignored' ? 'reopened' : decision
    const status = triageState === 'reopened' ? 'open' : decision
    expect(await find()).toMatchObject({ id, state: 'unresolved', triage_state: triageState, status })
    expect((await find())?.triage_comment).toBe('Mine.')
  })
})
