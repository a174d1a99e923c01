import { describe, expect, test } from 'vitest'
import { exportFindings } from '#contract/operations/export.ts'
import { findingFacets, getFinding } from '#contract/operations/findings.ts'
import { getGate } from '#contract/operations/gate.ts'
import { findingGroups } from '#contract/operations/groups.ts'
import { listPolicies, setRuleModes } from '#contract/operations/policies.ts'
import { getProject, listRefs, patchProject } from '#contract/operations/projects.ts'
import { getScan, searchScans } from '#contract/operations/scans.ts'
import { listSources, retireSource } from '#contract/operations/sources.ts'
import { triage, undoTriage } from '#contract/operations/triage.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { expireMergeQueues } from './expire-merge-queues.ts'

const day = 86_400_000
const xss = result('xss', 'app.py', 'render(name)', 10)
const sqli = result('sqli', 'db/query.py', 'execute(text)', 20)
const shop = { projectName: 'acme/shop' }
const queued = { commit: 'c0ffee', ref: 'refs/heads/gh-readonly-queue/main/pr-7-ba5e' }
const lockfile = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  components: [{ type: 'library', 'bom-ref': 'a', name: 'a', version: '1.0.0', purl: 'pkg:npm/a@1.0.0' }],
}

/** A project whose main branch has `xss`; `sqli`, which the queue adds, blocks. */
async function started() {
  const service = await startTestService()
  await upload(service, semgrep([xss]), { ref: 'main', commit: 'ba5e' })
  await upload(service, semgrep([sqli]), { project: 'acme/other', ref: 'main' })
  const { policies } = (await service.call(listPolicies)).body
  const path = { policyId: policies[0]?.id ?? '' }
  const changes = ['xss', 'sqli'].map((rulePath) => ({ rulePath, policyMode: 'MODE_BLOCK' }))
  await service.call(setRuleModes, { path, body: { changes } })
  service.clock.now += 60_000
  return service
}

async function verdict(service: TestService) {
  const { body } = await service.call(getGate, { path: shop, query: { commit: queued.commit } })
  return body
}

/** Everything that lists, counts, or exports findings and scans of the project says. */
async function lists(service: TestService) {
  const [facets, groups, scans, refs, sources, project, file] = await Promise.all([
    service.call(findingFacets, { query: { issue_type: 'sast' } }),
    service.call(findingGroups, { query: { issue_type: 'sast', group_by: 'rules' } }),
    service.call(searchScans, { body: {} }),
    service.call(listRefs),
    service.call(listSources, { query: { repo: 'acme/shop' } }),
    service.call(getProject, { path: shop, query: { include: 'summary' } }),
    service.call(exportFindings, { query: { issue_type: 'sast', format: 'csv' } }),
  ])
  for (const { status } of [facets, groups, scans, refs, sources, project, file]) expect(status).toBe(200)
  return {
    findings: (await codeFindings(service)).map(({ rule_name, repository, ref }) =>
      [rule_name, repository?.name, ref].join(' '),
    ),
    facets: facets.body,
    groups: groups.body,
    scans: scans.body.scans.map(({ id }) => id),
    refs: refs.body,
    sources: sources.body,
    project: project.body,
    exported: file.text,
  }
}

async function finding(service: TestService, id: number) {
  return (await service.call(getFinding, { path: { id } })).body
}

describe('findings on the branch of a merge queue', () => {
  test('are in the verdict, and in no list, count or export', async () => {
    const service = await started()
    const before = await lists(service)
    expect(before.findings).toHaveLength(2)
    await upload(service, semgrep([xss, sqli]), queued)
    const { verdict: word, base_ref: base, findings } = await verdict(service)
    expect([word, base]).toEqual(['fail', 'refs/heads/main'])
    expect(findings.map(({ rule_name }) => rule_name)).toEqual(['sqli'])
    expect(await lists(service)).toEqual(before)
  })

  test('are in no list where a large file brings them', async () => {
    const service = await started()
    const before = await lists(service)
    const many = Array.from({ length: 1200 }, (_, at) => result('sqli', `src/${at}.py`, `execute(${at})`))
    const { body } = await upload(service, semgrep([xss, ...many]), queued)
    expect(body.report?.new).toBe(1201)
    expect((await verdict(service)).counts.block).toBe(1200)
    expect(await lists(service)).toEqual(before)
  })

  test('stay out of lists when they are fixed, return, or their source is retired', async () => {
    const service = await started()
    await upload(service, semgrep([xss, sqli]), queued)
    await upload(service, semgrep([xss]), { ...queued, commit: 'c0ffee2' })
    await upload(service, semgrep([xss, sqli]), { ...queued, commit: 'c0ffee3' })
    expect(await codeFindings(service)).toHaveLength(2)
    const source = { repo: 'acme/shop', tool: 'Semgrep', category: null }
    expect((await service.call(retireSource, { body: source })).status).toBe(200)
    await upload(service, semgrep([xss, sqli]), { ...queued, commit: 'c0ffee4' })
    expect((await codeFindings(service)).map(({ repository }) => repository?.name)).toEqual(['acme/other'])
  })

  test('are decided from the verdict, and take over what was decided elsewhere', async () => {
    const service = await started()
    await upload(service, semgrep([xss, sqli]), queued)
    const id = (await verdict(service)).findings[0]?.id ?? 0
    expect(await finding(service, id)).toMatchObject({ rule_name: 'sqli', status: 'open' })
    const decision = { issue_ids: [id], new_triage_state: 'ignored', new_triage_reason: 'false_positive' }
    const { body } = await service.call(triage, { body: { issue_type: 'sast', ...decision } })
    expect(body).toMatchObject({ num_triaged: 1, triaged_issues: [id] })
    expect((await verdict(service)).verdict).toBe('pass')
    const undone = await service.call(undoTriage, { path: { change_id: body.change_id ?? '' } })
    expect(undone.body.num_undone).toBe(1)
    expect((await verdict(service)).verdict).toBe('fail')

    await upload(service, semgrep([xss, sqli]), { ref: 'refs/pull/7/merge', commit: 'abc' })
    const [onPull] = (await codeFindings(service, { ref: 'refs/pull/7/merge' })).filter(
      ({ rule_name }) => rule_name === 'sqli',
    )
    const again = { ...decision, issue_ids: [onPull?.id ?? 0] }
    const second = await service.call(triage, { body: { issue_type: 'sast', ...again } })
    expect(second.body).toMatchObject({ num_triaged: 1, triaged_issues: [onPull?.id] })
    expect(await finding(service, id)).toMatchObject({ status: 'ignored' })
    expect((await verdict(service)).verdict).toBe('pass')
  })

  test('do not become those of a main branch', async () => {
    const service = await startTestService()
    await upload(service, semgrep([xss]), queued)
    expect((await service.call(getProject, { path: shop })).body.project.primary_branch).toBe(
      'refs/heads/main',
    )
    expect(await codeFindings(service)).toEqual([])
    await upload(service, semgrep([xss]), { ref: 'main' })
    expect((await codeFindings(service)).map(({ ref }) => ref)).toEqual(['refs/heads/main'])
  })

  test('are compared with the target of the queue, or of the train of GitLab', async () => {
    const service = await started()
    await upload(service, semgrep([xss, sqli]), { ref: 'next' })
    await service.call(patchProject, {
      path: shop,
      body: { gate: { protected_refs: ['refs/heads/next'] } },
    })
    await upload(service, semgrep([xss, sqli]), {
      ...queued,
      ref: 'refs/heads/gh-readonly-queue/next/pr-8-ba5e',
    })
    expect(await verdict(service)).toMatchObject({ verdict: 'pass', base_ref: 'refs/heads/next' })
    const before = await lists(service)
    await upload(service, semgrep([xss, sqli]), { commit: 'a11', ref: 'refs/merge-requests/12/train' })
    const ask = (query: object) =>
      service.call(getGate, { path: shop, query: { commit: 'a11', ...query } }).then(({ body }) => body)
    expect(await ask({})).toMatchObject({ verdict: 'fail', base_ref: 'refs/heads/main' })
    expect(await ask({ base: 'next' })).toMatchObject({ verdict: 'pass', base_ref: 'refs/heads/next' })
    expect(await lists(service)).toEqual(before)
  })
})

describe('the branch of a merge queue', () => {
  test('is deleted seven days after its last scan, with all that it had; its verdicts stay', async () => {
    const service = await started()
    const before = await lists(service)
    const { body: first } = await upload(service, semgrep([xss, sqli]), queued)
    await upload(service, lockfile, queued)
    const { id: verdictId, findings } = await verdict(service)
    const expiry = new Date(service.clock.now + 7 * day).toISOString()
    const scan = () => service.call(getScan, { path: { scanId: first.id }, query: { include: 'summary' } })
    expect((await scan()).body.summary?.expires_at).toBe(expiry)
    const pass = async (time: number) => {
      service.clock.now += time
      await expireMergeQueues(service.services, true)
    }
    await pass(6 * day)
    await upload(service, semgrep([xss, sqli, result('new', 'new.py', 'x')]), queued)
    await pass(6 * day)
    expect((await scan()).status).toBe(200)
    await pass(day - 1)
    expect((await scan()).status).toBe(200)
    await pass(1)
    expect((await scan()).status).toBe(404)
    for (const { id } of findings)
      expect((await finding(service, id)) as unknown).toMatchObject({ status: 404 })
    const tables = ['finding', 'scan', 'ref', 'lockfile', 'dependency'] as const
    const { read } = service.services.database
    const counts = await Promise.all(
      tables.map((table) =>
        read
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow(),
      ),
    )
    expect(counts.map(({ count }) => count)).toEqual([2, 2, 2, 0, 0])
    expect(verdictId).not.toBeNull()
    const verdicts = await read.selectFrom('gate_verdict').select('id').execute()
    expect(verdicts.length).toBeGreaterThan(0)
    expect(await lists(service)).toEqual(before)
  })
})
