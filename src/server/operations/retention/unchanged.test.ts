import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findingFacets, findingTrend, getFinding } from '#contract/operations/findings.ts'
import { findingGroups } from '#contract/operations/groups.ts'
import { resolveMatch } from '#contract/operations/matches.ts'
import { listProjects } from '#contract/operations/projects.ts'
import { getScan } from '#contract/operations/scans.ts'
import { updateSettings } from '#contract/operations/settings.ts'
import { listJobs, triage, undoTriage } from '#contract/operations/triage.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { runsOnEngine } from '#server/testing/database.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { forced } from '#server/testing/stress/repetitions.ts'

const day = 24 * 3600_000
const days = 30

interface Step {
  results: { path: string; text: string; line: number }[]
  ref: string
  listed: boolean
  decide: string | null
  undo: boolean
  separate: boolean
  pass: number
}

/** Results without a fingerprint, so that findings are also matched by what is nearby, and remain uncertain. */
const step: fc.Arbitrary<Step> = fc.record({
  results: fc.array(
    fc.record({
      path: fc.constantFrom('a.py', 'b.py', 'c.py'),
      text: fc.constantFrom('call(a, b)', 'other(c)', 'call(a, c)'),
      line: fc.integer({ min: 1, max: 40 }),
    }),
    { maxLength: 6 },
  ),
  ref: fc.constantFrom('refs/heads/main', 'refs/heads/next'),
  listed: fc.boolean(),
  decide: fc.constantFrom(null, 'ignored', 'reviewing', 'fixing'),
  undo: fc.boolean(),
  separate: fc.boolean(),
  pass: fc.integer({ min: 0, max: 25 }),
})

async function play(service: TestService, steps: readonly Step[]) {
  for (const [at, { results, ref, listed, decide, undo, separate, pass }] of steps.entries()) {
    const file = semgrep(
      results.map(({ path, text, line }) => {
        const one = result('r', path, text, line)
        return { ...one, extra: { ...one.extra, fingerprint: 'requires login' } }
      }),
      listed ? { scanned: ['a.py', 'b.py'] } : {},
    )
    await upload(service, file, { ref, commit: String(at) })
    const open = await codeFindings(service, { status: 'open' })
    if (decide !== null && open.length > 0) {
      const body = {
        issue_type: 'sast',
        new_triage_state: decide,
        issue_ids: open.slice(0, 2).map(({ id }) => id),
      }
      const { change_id } = (await service.call(triage, { body })).body
      if (undo) expect((await service.call(undoTriage, { path: { change_id } })).status).toBe(200)
    }
    if (separate) await separateOne(service)
    service.clock.now += pass * day
  }
}

/** Separates the first finding that a scan may have matched wrongly, or that may be another one. */
async function separateOne(service: TestService) {
  for (const { id } of await codeFindings(service)) {
    const { matches } = (await service.call(getFinding, { path: { id } })).body
    const match = matches.find(({ state, resolvable }) => state === 'open' && resolvable)
    if (!match) continue
    const path = { id, matchId: match.id }
    expect((await service.call(resolveMatch, { path, body: { same: false } })).status).toBe(200)
    return
  }
}

/** All that is said of findings, but for their histories. */
async function everything(service: TestService) {
  const { call } = service
  const query = { issue_type: 'sast' }
  const list = await codeFindings(service)
  const details = []
  for (const { id } of list) {
    const { history: _, ...detail } = (await call(getFinding, { path: { id } })).body
    details.push(detail)
  }
  const trends = []
  for (const more of [{}, { primary_ref: true }, { dedup: true }])
    trends.push((await call(findingTrend, { query: { ...query, ...more, days } })).body)
  return {
    list,
    details,
    trends,
    open: await codeFindings(service, { status: 'open' }),
    facets: (await call(findingFacets, { query })).body,
    groups: (await call(findingGroups, { query: { ...query, group_by: 'path' } })).body,
    projects: (await call(listProjects, { query: { include: 'summary' } })).body,
  }
}

it('deletions change no finding, count, decision or trend, nor what later scans and people do', async () => {
  let deletions = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 10 }),
      fc.array(step, { minLength: 1, maxLength: 3 }),
      async (before, after) => {
        const [service, other] = [await startTestService(), await startTestService()]
        await play(service, before)
        await play(other, before)
        const kept = await everything(service)
        expect(kept).toEqual(await everything(other))
        const retention = { scans: days, history: days, exports: days, audit: days }
        await service.call(updateSettings, { body: { retention } })
        await service.services.jobs.start()
        await service.services.jobs.settled()
        const [job] = (await service.call(listJobs)).body.jobs
        if (job) expect(job).toMatchObject({ state: 'done', done: job.total })
        deletions += job?.done ?? 0
        expect(await everything(service)).toEqual(kept)
        for (const { first_seen_scan_id: scanId } of kept.list)
          expect((await service.call(getScan, { path: { scanId: scanId ?? 0 } })).status).toBe(200)
        await play(service, after)
        await play(other, after)
        expect(await everything(service)).toEqual(await everything(other))
      },
    ),
    // A smaller script takes long to find, and tells no more.
    { numRuns: forced(runsOnEngine(10)), endOnFailure: true },
  )
  // Few histories of PostgreSQL may have few old scans.
  expect(deletions).toBeGreaterThan(0)
})
