import { expect, test } from 'vitest'
import { getGate } from '#contract/operations/gate.ts'
import { listPolicies, setRuleModes } from '#contract/operations/policies.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { twoPeople } from '#server/triage/approvals/testing/two-people.ts'

const sqli = result('sqli', 'db/query.py', 'execute(text)', 20)

test('a verdict counts what somebody asked to ignore until a second person approves it', async () => {
  const service = await twoPeople()
  const { call, ignore, list, approve } = service
  await upload(service, semgrep([]), { ref: 'main', commit: 'ba5e' })
  await upload(service, semgrep([sqli]), { ref: 'refs/pull/7/merge', commit: 'c0ffee' })
  const { policies } = (await call(listPolicies)).body
  const changes = [{ rulePath: 'sqli', policyMode: 'MODE_BLOCK' as const }]
  await call(setRuleModes, { path: { policyId: policies[0]?.id ?? '' }, body: { changes } })
  const verdict = async () => {
    const path = { projectName: 'acme/shop' }
    return (await call(getGate, { path, query: { commit: 'c0ffee' } })).body.verdict
  }
  expect(await verdict()).toBe('fail')
  const [found] = await codeFindings(service, { ref: 'refs/pull/7/merge' })
  expect((await ignore([found?.id ?? 0])).status).toBe(200)
  const [request] = await list()
  expect(request?.state).toBe('requested')
  expect(await verdict()).toBe('fail')
  expect((await approve(request?.id)).status).toBe(200)
  expect(await verdict()).toBe('pass')
})
