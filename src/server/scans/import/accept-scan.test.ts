import { describe, expect, test } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { patchProject } from '#contract/operations/projects.ts'
import { acceptScan, getScan } from '#contract/operations/scans.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { codeFindings, result, semgrep, upload } from '../testing/upload.ts'

const results = Array.from({ length: 6 }, (_, at) => result('xss', `src/${at}.py`, `render(a${at})`, 10))
const day = 24 * 3600_000

/** A project with six open findings, and the scan of an empty file that is held. */
async function held() {
  const service = await startTestService()
  await upload(service, semgrep(results))
  service.clock.now += 60_000
  const { body } = await upload(service, semgrep([]), { commit: 'b2' })
  return { service, body }
}

const openIn = async (service: TestService) => (await codeFindings(service, { status: 'open' })).length

const accept = (service: TestService, scanId: number, token?: string) =>
  service.call(acceptScan, { path: { scanId }, ...(token === undefined ? {} : { token }) })

describe('a scan that is held', () => {
  test('says why and until when, and changes nothing', async () => {
    const { service, body } = await held()
    expect(body).toMatchObject({
      status: 'SCAN_STATUS_PENDING',
      hold: { reason: 'empty', would_fix: 6, open: 6 },
      report: { fixed: 0, removed: 0 },
    })
    expect(Date.parse(body.hold?.expires_at ?? '')).toBe(service.clock.now + 7 * day)
    const read = await service.call(getScan, { path: { scanId: body.id }, query: { include: 'summary' } })
    expect(read.body.summary).toMatchObject({ status: 'SCAN_STATUS_PENDING', hold: body.hold })
    expect(await openIn(service)).toBe(6)
  })

  test('is applied by whoever may change projects, once, and the audit log says who', async () => {
    const { service, body } = await held()
    const ci = await service.mint({ role: 'ci' })
    expect((await accept(service, body.id, ci)).status).toBe(403)
    const manager = await service.mint({ role: 'manager', person: 'Mia' })
    const accepted = await accept(service, body.id, manager)
    expect(accepted.body).toMatchObject({
      id: body.id,
      status: 'SCAN_STATUS_COMPLETED',
      hold: null,
      report: { fixed: 6 },
    })
    expect(await openIn(service)).toBe(0)
    expect((await accept(service, body.id, manager)).status).toBe(409)
    const { body: audit } = await service.call(listAudit, { query: { action: 'scan.accepted' } })
    expect(audit.events).toMatchObject([{ actor: 'Mia', target: 'acme/shop' }])
  })

  test('is cancelled by a newer one that is applied, and after seven days', async () => {
    const first = await held()
    await upload(first.service, semgrep(results), { commit: 'c3' })
    expect((await accept(first.service, first.body.id)).status).toBe(409)
    const second = await held()
    second.service.clock.now += 7 * day
    await upload(second.service, semgrep([]), { project: 'acme/other' })
    expect((await accept(second.service, second.body.id)).status).toBe(409)
    expect(await openIn(second.service)).toBe(6)
  })

  test('can be accepted by a pipeline where the project says so', async () => {
    const { service } = await held()
    const token = await service.mint({ role: 'ci' })
    const again = () => upload(service, semgrep([]), { commit: 'b2', accept_empty: 'true' }, { token })
    const refused = await again()
    expect(refused.status).toBe(403)
    expect(refused.text).toMatch(/projects:write/)
    await service.call(patchProject, { path: { projectName: 'acme/shop' }, body: { ci_accepts_empty: true } })
    expect((await again()).body).toMatchObject({ status: 'SCAN_STATUS_COMPLETED', report: { fixed: 6 } })
  })

  test('is the same scan when its file comes again', async () => {
    const { service, body } = await held()
    const again = await upload(service, semgrep([]), { commit: 'b2' })
    expect(again.status).toBe(200)
    expect(again.body).toMatchObject({ id: body.id, repeated: true, status: 'SCAN_STATUS_PENDING' })
  })
})

test('a dry run says what a file would do, and keeps nothing of it', async () => {
  const service = await startTestService()
  await upload(service, semgrep(results))
  const tried = await upload(service, semgrep(results.slice(2)), { dry_run: 'true', commit: 'd4' })
  expect(tried.status).toBe(200)
  expect(tried.body.report).toMatchObject({ read: 4, fixed: 2, unchanged: 4 })
  expect(await openIn(service)).toBe(6)
  const unknown = await upload(service, semgrep(results), { dry_run: 'true', project: 'acme/new' })
  expect(unknown.body.report).toMatchObject({ new: 6 })
  expect(await codeFindings(service, { repos: 'acme/new' })).toEqual([])
})
