import { describe, expect, test } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { getGate } from '#contract/operations/gate.ts'
import { listPolicies, setRuleModes } from '#contract/operations/policies.ts'
import { getProject, patchProject } from '#contract/operations/projects.ts'
import { upload } from '#server/scans/testing/upload.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'

const shop = { projectName: 'acme/shop' }
const branch = 'refs/heads/topic'

const resultOf = (rule: string) => ({
  ruleId: rule,
  message: { text: `${rule} was found.` },
  locations: [
    { physicalLocation: { artifactLocation: { uri: `src/${rule}.js` }, region: { startLine: 7 } } },
  ],
})

/** A SARIF file with one result of each rule; all of them block. */
const fileOf = (rules: readonly string[], executionSuccessful = true, name = 'Scan') => ({
  version: '2.1.0',
  runs: [
    { tool: { driver: { name } }, results: rules.map(resultOf), invocations: [{ executionSuccessful }] },
  ],
})
const good = (...rules: string[]) => fileOf(rules)
const failed = (...rules: string[]) => fileOf(rules, false)

/** A project whose main branch has `old`. */
async function started() {
  const service = await startTestService()
  await upload(service, good('old', 'fresh', 'other'), { ref: 'refs/tags/any' })
  const { policies } = (await service.call(listPolicies)).body
  const { status } = await service.call(setRuleModes, {
    path: { policyId: policies[0]?.id ?? '' },
    body: {
      changes: ['old', 'fresh', 'other'].map((rulePath) => ({ rulePath, policyMode: 'MODE_BLOCK' })),
    },
  })
  expect(status).toBe(200)
  const send = async (file: unknown, ref: string, commit: string) => {
    service.clock.now += 60_000
    return (await upload(service, file, { ref, commit })).body
  }
  await send(good('old'), 'refs/heads/main', 'base')
  return { service, send }
}

async function gate(service: TestService, commit: string) {
  const { status, body } = await service.call(getGate, { path: shop, query: { commit } })
  expect(status).toBe(200)
  const { verdict, findings, reasons } = body
  const [rules, codes] = [findings.map((each) => each.rule_name), reasons.map(({ code }) => code)]
  return { body, says: [verdict, rules.join(), codes.join()] }
}

const set = (service: TestService, verdict: string) =>
  service.call(patchProject, { path: shop, body: { gate: { failed_runs: verdict } } })

describe('the verdict on a commit with a run that failed', () => {
  test.each([
    ['none', 'none'],
    ['pass', 'pass'],
    ['fail', 'fail'],
  ])('is `fail` if what it found blocks, else what the project says: %s', async (setting, verdict) => {
    const { service, send } = await started()
    if (setting !== 'none') expect((await set(service, setting)).status).toBe(200)
    await send(failed('old', 'fresh'), branch, 'c1')
    expect((await gate(service, 'c1')).says).toEqual(['fail', 'fresh', 'failed'])
    await send(failed('old'), 'refs/heads/second', 'c2')
    const { says, body } = await gate(service, 'c2')
    expect(says).toEqual([verdict, '', 'failed'])
    expect(body.sources).toMatchObject([{ status: 'SCAN_STATUS_ERROR', base: { commit: 'base' } }])
    // A tool that did not start found nothing.
    await send({ version: '2.1.0', runs: [{ tool: { driver: { name: 'Scan' } } }] }, branch, 'c3')
    expect((await gate(service, 'c3')).says).toEqual([verdict, '', 'failed'])
    await send(good('old'), branch, 'c4')
    expect((await gate(service, 'c4')).says).toEqual(['pass', '', ''])
  })

  test('is only about what it found, and never passes for what it did not find', async () => {
    const { service, send } = await started()
    await send(good('old', 'fresh'), branch, 'c1')
    await send(failed('old'), branch, 'c2')
    expect((await gate(service, 'c2')).says).toEqual(['none', '', 'failed'])
    await set(service, 'pass')
    expect((await gate(service, 'c2')).says).toEqual(['none', '', 'failed'])
    await send(failed('old', 'other'), branch, 'c3')
    expect((await gate(service, 'c3')).says).toEqual(['fail', 'other', 'failed'])
  })

  test('replaces that on the commit before, whose findings it changed', async () => {
    const { service, send } = await started()
    await send(good('old'), branch, 'c1')
    expect((await gate(service, 'c1')).body).toMatchObject({ verdict: 'pass', current: true })
    await send(failed('old', 'fresh'), branch, 'c2')
    expect((await gate(service, 'c1')).body).toMatchObject({ verdict: 'pass', current: false })
    // One that changed nothing replaces nothing.
    await send(good('old', 'fresh'), 'refs/heads/second', 'd1')
    await send(failed(), 'refs/heads/second', 'd2')
    expect((await gate(service, 'd1')).body).toMatchObject({ verdict: 'fail', current: true })
  })

  test('has no baseline where its source only failed on the primary branch', async () => {
    const { service, send } = await started()
    await send(fileOf(['old'], false, 'Lint'), 'refs/heads/main', 'm1')
    await send(fileOf(['fresh'], true, 'Lint'), branch, 'c1')
    expect((await gate(service, 'c1')).says).toEqual(['pass', '', 'no_baseline'])
    await send(fileOf(['fresh'], false, 'Lint'), branch, 'c2')
    expect((await gate(service, 'c2')).says).toEqual(['none', '', 'failed,no_baseline'])
  })
})

describe('a run that failed on the primary branch', () => {
  test('is no base for other branches', async () => {
    const { service, send } = await started()
    await send(failed('old', 'fresh'), 'refs/heads/main', 'm1')
    await send(good('old', 'fresh'), branch, 'c1')
    const { says, body } = await gate(service, 'c1')
    expect(says).toEqual(['fail', 'fresh', ''])
    expect(body.sources).toMatchObject([{ base: { commit: 'base' } }])
    await send(good('old', 'fresh'), 'refs/heads/main', 'm2')
    expect((await gate(service, 'c1')).says).toEqual(['pass', '', ''])
  })

  test('is none for its own branch, and neither for what comes back there', async () => {
    const { service, send } = await started()
    await send(good('old', 'other'), 'refs/heads/main', 'm1')
    await send(good('old'), 'refs/heads/main', 'm2')
    await send(failed('old', 'fresh', 'other'), 'refs/heads/main', 'm3')
    expect((await gate(service, 'm3')).says).toEqual(['fail', 'fresh,other', 'failed'])
    await send(good('old', 'fresh', 'other'), 'refs/heads/main', 'm4')
    const { body } = await gate(service, 'm4')
    expect(body.sources).toMatchObject([{ base: { commit: 'm2' } }])
    expect(body.findings.map(({ rule_name: rule, cause }) => `${rule} ${cause}`)).toEqual([
      'fresh new',
      'other returned',
    ])
    await send(good('old', 'fresh', 'other'), branch, 'c1')
    await send(good('old', 'fresh', 'other'), 'refs/heads/main', 'm5')
    expect((await gate(service, 'm5')).says).toEqual(['pass', '', ''])
  })
})

test('the setting is none by default, one of three words, and in the audit log', async () => {
  const { service } = await started()
  const read = async () => (await service.call(getProject, { path: shop })).body.project.gate?.failed_runs
  expect(await read()).toBe('none')
  expect((await set(service, 'ignore')).status).toBe(400)
  expect((await set(service, 'pass')).body.project.gate).toMatchObject({
    failed_runs: 'pass',
    count_suppressed: true,
  })
  await service.call(patchProject, { path: shop, body: { gate: { count_suppressed: false } } })
  expect(await read()).toBe('pass')
  const { events } = (await service.call(listAudit)).body
  const changes = events.filter(({ action }) => action === 'project.changed')
  expect(changes.at(-1)?.detail).toMatchObject({
    from: { gate: { failed_runs: 'none' } },
    to: { gate: { failed_runs: 'pass' } },
  })
})
