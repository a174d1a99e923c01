import { expect, test } from 'vitest'
import { getScan } from '#contract/operations/scans.ts'
import { read } from '#server/reports/testing/read.ts'
import { startTestService } from '#server/testing/service.ts'
import { codeFindings, sample, supplyChainFindings, upload } from './testing/upload.ts'

const samples: [name: string, count: number, equal?: number][] = [
  ['semgrep_many_vulns.json', 48],
  ['semgrep_one_finding.json', 1],
  ['semgrep_version_1_30_0_line_26.json', 5],
  ['close_old_findings_report_line31.json', 1],
  ['codeQL-output.sarif', 72],
  ['semgrepowasp-benchmark-sample.sarif', 1768],
  // 15 of its 27 results are equal to another one.
  ['bash-report.sarif', 12, 15],
  ['suppression_test.sarif', 5],
  ['no_runs.sarif', 0],
]

test.each(samples)('%s comes in whole, readable from the list', async (name, count, equal = 0) => {
  const service = await startTestService()
  const { status, body } = await upload(service, sample(name), { commit: 'c0ffee' })
  expect(status).toBe(201)
  expect(body.report).toEqual({
    ...{ read: count + equal, new: count, new_in_project: count, fixed: 0, removed: 0, unchanged: 0 },
    ...{ reopened: 0, moved: 0, uncertain: 0 },
    left_out: equal === 0 ? [] : [{ reason: 'results equal to another one', count: equal }],
  })
  expect(body.stats?.findings).toBe(count)

  const inFile = await read(sample(name))
  const rules = new Map(inFile.runs.flatMap((run) => run.rules).map((rule) => [rule.path, rule]))
  const expected = inFile.runs
    .flatMap((run) => run.findings)
    .map((finding) => ({
      match_based_id: finding.matchBasedId,
      rule_name: finding.rulePath,
      rule_message: finding.message,
      severity: finding.severity,
      cwe: rules.get(finding.rulePath)?.cweNames,
      location: finding.location,
      state: finding.suppressed ? 'muted' : 'unresolved',
    }))
  const listed = (await codeFindings(service)).map((finding) => ({
    match_based_id: finding.match_based_id,
    rule_name: finding.rule_name,
    rule_message: finding.rule_message,
    severity: finding.severity,
    cwe: finding.rule.cweNames,
    location: finding.location,
    state: finding.state,
  }))
  expect(byId(listed)).toEqual(byId(expected))
  expect(await supplyChainFindings(service)).toEqual([])
})

test.each(samples)('%s again changes nothing', async (name, count) => {
  const service = await startTestService()
  const first = await upload(service, sample(name), { commit: 'c0ffee' })
  const before = await changeNumber(service)
  const list = await codeFindings(service)

  const again = await upload(service, sample(name), { commit: 'c0ffee' })
  expect(again.status).toBe(200)
  expect(again.body).toEqual({ ...first.body, repeated: true })
  expect(await changeNumber(service)).toBe(before)

  const otherCommit = await upload(service, sample(name), { commit: 'c0ffee2' })
  expect(otherCommit.status).toBe(201)
  expect(otherCommit.body.report).toMatchObject({ new: 0, fixed: 0, unchanged: count, reopened: 0 })
  expect(await codeFindings(service)).toEqual(list)
})

test('the scan of an upload is read by its id', async () => {
  const service = await startTestService()
  const { body } = await upload(service, sample('bash-report.sarif'), {
    commit: 'c0ffee',
    url: 'https://git.example.com/acme/shop',
    ref: 'refs/pull/7/merge',
    event: 'pull_request',
    pull_request_title: 'Pay by <card>',
    commit_title: 'Add the form',
    commit_author_name: 'Ünal O’Neill',
    ci_job_url: 'https://ci.example.com/jobs/9',
  })
  const { report: _, status: __, url, repeated, coverage: ___, errors, hold, scans, ...scan } = body
  expect(scans).toMatchObject([{ id: body.id, url }])
  expect({ repeated, errors, hold }).toEqual({
    repeated: false,
    errors: [],
    hold: null,
  })
  expect(url).toContain(`/d/main/scans/${body.id}`)
  const read = await service.call(getScan, { path: { scanId: body.id } })
  expect(read.body).toEqual(scan)
  expect(scan).toMatchObject({
    repository_id: 1,
    enabled_products: ['PRODUCT_SAST'],
    failure: null,
    has_logs: false,
    stats: { findings: 12 },
    meta: {
      branch: 'refs/pull/7/merge',
      commit: 'c0ffee',
      config: 'Shell Script Analysis 1.0.0-scan',
      repo_url: 'https://git.example.com/acme/shop',
      repository: 'acme/shop',
      pull_request_id: 7,
      pull_request_title: 'Pay by <card>',
      commit_title: 'Add the form',
      commit_author_name: 'Ünal O’Neill',
      ci_job_url: 'https://ci.example.com/jobs/9',
      true: 'pull_request',
    },
  })
})

const byId = <T extends { match_based_id: string }>(list: T[]) =>
  list.toSorted((a, b) => (a.match_based_id < b.match_based_id ? -1 : 1))

async function changeNumber(service: Awaited<ReturnType<typeof startTestService>>) {
  const row = await service.services.database.read
    .selectFrom('deployment')
    .select('change_number')
    .where('id', '=', service.deployment.id)
    .executeTakeFirstOrThrow()
  return row.change_number
}
