import { describe, expect, it } from 'vitest'
import { exportAudit, listAudit, listAuditFindings } from '#contract/operations/audit.ts'
import { findingTrend, getFinding } from '#contract/operations/findings.ts'
import { exportSbom, listSbomExports } from '#contract/operations/sbom.ts'
import { getScan, scanChanges, searchScans } from '#contract/operations/scans.ts'
import { previewRetention, updateSettings } from '#contract/operations/settings.ts'
import { cancelJob, listJobs, triage } from '#contract/operations/triage.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'

const day = 24 * 3600_000
const keepAll = { scans: null, history: null, exports: null, audit: null }

async function started() {
  const service = await startTestService()
  const { call, services, clock } = service
  let commit = 0
  const scan = async (...names: string[]) =>
    (
      await upload(service, semgrep(names.map((name) => result('r', `${name}.py`, `${name}()`))), {
        commit: String(++commit),
      })
    ).body
  return {
    ...service,
    scan,
    pass: (days: number) => {
      clock.now += days * day
    },
    set: (periods: Partial<Record<keyof typeof keepAll, number>>) =>
      call(updateSettings, { body: { retention: { ...keepAll, ...periods } } }),
    preview: async (periods: Partial<Record<keyof typeof keepAll, number>>) =>
      (await call(previewRetention, { query: periods })).body,
    run: async () => {
      await services.jobs.start()
      await services.jobs.settled()
    },
    scanIds: async () =>
      (await call(searchScans, { body: {} })).body.scans
        .map(({ id }) => Number(id))
        .toSorted((a, b) => a - b),
  }
}

const decide = ({ call }: TestService, id: number, state: string) =>
  call(triage, { body: { issue_type: 'sast', issue_ids: [id], new_triage_state: state } })

describe('scans', () => {
  it('are deleted if they are old, superseded and needed by no finding', async () => {
    const { scan, pass, set, preview, run, scanIds, call } = await started()
    const first = await scan('a', 'b')
    pass(1)
    const idle = await scan('a', 'b')
    pass(1)
    const seen = await scan('a', 'b')
    pass(1)
    const fixing = await scan('a')
    pass(1)
    const newest = await scan('a')
    pass(40)
    expect(await preview({ scans: 30 })).toMatchObject({
      scans: { count: 1, oldest: new Date(Date.parse(idle.started_at ?? '')).toISOString() },
      history: { count: 0, oldest: null },
    })
    await set({ scans: 30 })
    await run()
    expect(await scanIds()).toEqual([first.id, seen.id, fixing.id, newest.id])
    expect((await call(getScan, { path: { scanId: idle.id } })).status).toBe(404)
    expect((await call(getScan, { path: { scanId: fixing.id } })).status).toBe(200)
  })

  it('are kept while they are the newest of their branch and tool, whatever their age', async () => {
    const service = await started()
    const { scan, pass, set, run, scanIds } = service
    const one = await scan('a')
    const other = (await upload(service, semgrep([]), { ref: 'refs/heads/next' })).body
    pass(400)
    await set({ scans: 30 })
    await run()
    expect(await scanIds()).toEqual([one.id, other.id])
    // The file is still recognized as repeated.
    const again = await upload(service, semgrep([]), { ref: 'refs/heads/next' })
    expect(again.body).toMatchObject({ repeated: true, id: other.id })
  })

  it('are deleted together with the history that refers to them, as the preview says', async () => {
    const service = await started()
    const { scan, pass, set, preview, run, scanIds } = service
    await scan('a')
    pass(1)
    const fixed = await scan()
    pass(1)
    const again = await scan('a')
    pass(1)
    await scan('a')
    pass(40)
    expect((await preview({ scans: 30 })).scans.count).toBe(0)
    expect(await preview({ scans: 30, history: 30 })).toMatchObject({
      scans: { count: 1 },
      history: { count: 1 },
    })
    await set({ scans: 30, history: 30 })
    await run()
    expect(await scanIds()).not.toContain(fixed.id)
    expect(await scanIds()).toContain(again.id)
  })
})

describe('the history of findings', () => {
  it('keeps what explains the present state and decision', async () => {
    const service = await started()
    const { scan, pass, set, run, call } = service
    await scan('a', 'b')
    const [two, one] = await codeFindings(service)
    await decide(service, one?.id ?? 0, 'reviewing')
    pass(1)
    await decide(service, one?.id ?? 0, 'ignored')
    pass(1)
    await scan('a')
    pass(40)
    await set({ history: 30 })
    await run()
    const historyOf = async (id = 0) =>
      (await call(getFinding, { path: { id } })).body.history.map(({ what, to }) => `${what} ${to ?? ''}`)
    expect(await historyOf(one?.id)).toEqual(['found ', 'triaged ignored'])
    expect(await historyOf(two?.id)).toEqual(['found ', 'fixed fixed'])
  })

  it('is said to be gone where a list of it would be incomplete', async () => {
    const service = await started()
    const { scan, pass, set, run, call } = service
    await scan('a', 'b')
    const [, one] = await codeFindings(service)
    await decide(service, one?.id ?? 0, 'reviewing')
    pass(1)
    const { id } = await scan('a')
    await decide(service, one?.id ?? 0, 'fixing')
    pass(40)
    const changes = () => call(scanChanges, { path: { scanId: id }, query: { what: 'fixed' } })
    expect((await changes()).status).toBe(200)
    await set({ history: 30 })
    await run()
    expect((await changes()).body).toMatchObject({
      status: 404,
      detail: expect.stringContaining('was deleted after its retention period'),
    })
    const { events } = (await call(listAudit, { query: { action: 'findings.triaged' } })).body
    for (const event of events)
      expect((await call(listAuditFindings, { path: { eventId: event.id } })).status).toBe(404)
    const trend = (await call(findingTrend, { query: { days: 90 } })).body.days
    expect(trend).toHaveLength(31)
    await scan('a', 'b')
    const { days } = (await call(findingTrend, { query: { days: 90 } })).body
    expect(days.at(-1)).toMatchObject({ open: 1, reopened: 1 })
  })
})

describe('exports and the audit log', () => {
  it('are deleted with their files', async () => {
    const service = await started()
    const { pass, set, preview, run, call, services } = service
    await upload(service, {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      metadata: { component: { type: 'application', name: 'shop', 'bom-ref': 'root' } },
      components: [{ type: 'library', 'bom-ref': 'a', name: 'a', version: '1', purl: 'pkg:npm/a@1' }],
    })
    await call(exportSbom, { body: { repositoryId: '1' } })
    await services.jobs.settled()
    pass(40)
    await call(exportSbom, { body: { repositoryId: '1' } })
    await services.jobs.settled()
    expect((await preview({ exports: 30 })).exports.count).toBe(1)
    await set({ exports: 30 })
    await run()
    const { exports } = (await call(listSbomExports)).body
    expect(exports).toHaveLength(1)
    expect(exports[0]?.status).toBe('SBOM_EXPORT_STATUS_COMPLETED')
    const contents = await services.database.read.selectFrom('sbom_content').select('digest').execute()
    expect(contents).toHaveLength(1)
  })

  it('record what was deleted', async () => {
    const { scan, pass, set, preview, run, call } = await started()
    await scan('a')
    pass(40)
    expect(await preview({ audit: 30 })).toMatchObject({ audit: { count: 1 }, lastRun: null })
    await set({ audit: 30 })
    await run()
    const { events } = (await call(listAudit)).body
    expect(events.map(({ action }) => action)).toEqual(['retention.applied', 'settings.changed'])
    const deleted = { scans: 0, history: 0, exports: 0, audit: 1 }
    expect(events[0]).toMatchObject({ actor: 'Gatehouse', detail: { deleted } })
    expect((await preview({ audit: 30 })).lastRun?.deleted).toEqual(deleted)
    expect((await call(exportAudit)).text).toContain('retention.applied')
    expect((await call(listJobs)).body.jobs).toMatchObject([
      { kind: 'retention', state: 'done', done: 1, total: 1, by: 'Gatehouse', result: null },
    ])
  })

  it('belong to one deployment', async () => {
    const { addDeployment, pass, set, run, call, scan } = await started()
    const other = await addDeployment('other')
    const template = { ticketUrlTemplate: 'https://tickets.example/' }
    await call(updateSettings, { path: { deploymentId: other }, body: template })
    await scan('a')
    pass(40)
    await set({ audit: 30, history: 30, scans: 30, exports: 30 })
    await run()
    const { events } = (await call(listAudit, { path: { deploymentId: other } })).body
    expect(events).toHaveLength(1)
  })
})

describe('the daily job', () => {
  it('runs once a day, at once after the periods changed, and leaves no row if it finds nothing', async () => {
    const { scan, pass, set, preview, run, call } = await started()
    await scan('a')
    await set({ audit: 30 })
    await run()
    expect((await call(listJobs)).body.jobs).toEqual([])
    const { lastRun } = await preview({})
    expect(lastRun).toMatchObject({ deleted: { audit: 0 } })
    pass(0.5)
    await run()
    expect((await preview({})).lastRun).toEqual(lastRun)
    pass(60)
    await run()
    expect((await preview({})).lastRun).toMatchObject({ deleted: { audit: 2 } })
    await set({ audit: 31 })
    await run()
    expect((await preview({})).lastRun).toMatchObject({ deleted: { audit: 0 } })
  })

  it('deletes in batches, goes on after a restart, and can be cancelled until tomorrow', async () => {
    const { services, deployment, clock, set, preview, run, pass, call } = await started()
    const count = 1300
    await services.change(deployment.id, 'Tess Ter', async (transaction) => {
      await transaction
        .insertInto('audit_event')
        .values(
          Array.from({ length: count }, (_, at) => ({
            deployment_id: deployment.id,
            at: clock.now + at,
            actor: 'Tess Ter',
            action: 'tags.changed',
          })),
        )
        .execute()
    })
    pass(40)
    await set({ audit: 30 })
    const batches: number[] = []
    const stopAfterFirst = services.onChange(({ events }) => {
      if (events.some(({ event }) => event === 'job.changed')) batches.push(1)
      if (batches.length === 3) void services.jobs.stop()
    })
    await run()
    stopAfterFirst()
    const left = (await preview({ audit: 30 })).audit.count
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(count)
    const [job] = (await call(listJobs)).body.jobs
    expect(job).toMatchObject({ kind: 'retention', state: 'running', total: count, done: count - left })
    expect((await call(cancelJob, { path: { id: job?.id ?? '' } })).body.state).toBe('cancelled')
    await run()
    expect((await preview({ audit: 30 })).audit.count).toBe(left)
    pass(1)
    await run()
    expect((await preview({ audit: 30 })).audit.count).toBe(0)
  })

  it('counts days of the time zone', async () => {
    const { call, clock, preview } = await started()
    clock.now = Date.UTC(2025, 11, 15, 20)
    await call(updateSettings, { body: { ticketUrlTemplate: 'https://tickets.example/' } })
    clock.now = Date.UTC(2026, 0, 15, 12)
    expect((await preview({ audit: 30 })).audit.count).toBe(1)
    // There the setting was changed on the 16th, which is 30 days ago.
    await call(updateSettings, { body: { timeZone: 'Asia/Tokyo' } })
    expect((await preview({ audit: 30 })).audit.count).toBe(0)
  })

  it('is for administrators, with periods of at least 30 days', async () => {
    const { call, mint, set } = await started()
    const token = await mint({ role: 'manager' })
    expect((await call(previewRetention, { query: { scans: 30 }, token })).status).toBe(403)
    expect((await call(previewRetention, { query: { scans: 29 } })).status).toBe(400)
    expect((await set({ scans: 29 })).status).toBe(400)
    expect((await set({ scans: 3651 })).status).toBe(400)
    expect((await call(updateSettings, { body: { retention: { scans: 30 } } })).status).toBe(400)
    expect((await set({ scans: 30 })).body.retention).toEqual({ ...keepAll, scans: 30 })
  })
})
