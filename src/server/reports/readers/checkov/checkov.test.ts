import { describe, expect, it } from 'vitest'
import { faultOf, onlyFinding, onlyRun, read } from '../../testing/read.ts'
import { check, report, sarif, vulnerable } from './testing/sample.ts'

const failed = (...failed_checks: unknown[]) => ({ ...report, results: { failed_checks } })

describe('a check of Checkov', () => {
  it('that failed is a code finding with the id that SARIF gives it', async () => {
    const finding = onlyFinding(await read(failed(check)), 'code')
    expect(finding).toMatchObject({
      rulePath: 'CKV_AWS_20',
      severity: 'high',
      message: check.check_name,
      location: { filePath: 'infra/main.tf', line: 1, endLine: 3 },
      code: { startLine: 1, lines: ['resource "aws_s3_bucket" "data" {', '  acl = "public-read"', '}'] },
      suppressed: false,
    })
    const twin = onlyFinding(await read(sarif), 'code')
    expect(finding.matchBasedId).toBe(twin.matchBasedId)
    expect(finding.evidence).toEqual(twin.evidence)
  })

  it('has its resource, unless that names the file, or is the hash of a secret', async () => {
    const resourceOf = async (resource: unknown, record: object = {}) => {
      const run = onlyRun(await read(failed({ ...check, resource, ...record })))
      return run.findings.map((finding) => ('resource' in finding ? finding.resource : 'none'))
    }
    expect(await resourceOf('module.web.aws_s3_bucket.data["a"]')).toEqual([
      'module.web.aws_s3_bucket.data["a"]',
    ])
    expect(await resourceOf(undefined)).toEqual([null])
    expect(await resourceOf(['data'])).toEqual([null])
    const dockerfile = { repo_file_path: '/services/web/Dockerfile' }
    expect(await resourceOf('/services/web/Dockerfile.RUN', dockerfile)).toEqual([null])
    expect(await resourceOf('/web/Dockerfile.', dockerfile)).toEqual([null])
    expect(await resourceOf('/home/kim/services/web/Dockerfile.FROM', dockerfile)).toEqual([null])
    const secret = { check_id: 'CKV_SECRET_6', check_name: 'Base64 High Entropy String' }
    expect(
      JSON.stringify(await read(failed({ ...check, ...secret, resource: 'a'.repeat(40) }))),
    ).not.toContain('a'.repeat(40))
    const [long, other] = ['x', 'y'].map((end) => 'a'.repeat(5_000) + end)
    const [[one], [two]] = [await resourceOf(long), await resourceOf(other)]
    expect(one).toHaveLength(1_000)
    expect(one).not.toBe(two)
  })

  it('that was skipped is suppressed, one that passed left out, and a file that failed not covered', async () => {
    const answer = await read(report)
    expect(answer).toMatchObject({
      format: 'checkov',
      read: 4,
      leftOut: [{ reason: 'result kind "pass"', count: 1 }],
    })
    const run = onlyRun(answer)
    expect(run).toMatchObject({
      tool: { name: 'Checkov', version: '3.2.334' },
      errors: [expect.objectContaining({ path: 'infra/broken.tf' })],
      coverage: { failedParts: [{ path: 'infra/broken.tf', rule: null, lines: null }] },
    })
    expect(run.findings.map(({ rulePath, suppressed }) => [rulePath, suppressed])).toEqual([
      ['CKV_AWS_20', false],
      ['CVE-2021-23337', false],
      ['CKV_AWS_21', true],
    ])
  })

  it('of a package is a supply-chain finding', async () => {
    expect(onlyFinding(await read(failed(vulnerable)), 'supplyChain')).toMatchObject({
      rulePath: 'CVE-2021-23337',
      severity: 'high',
      location: { filePath: 'web/package-lock.json' },
      cvss: [{ method: 'CVSSv31', score: 7.2 }],
      fixRecommendations: [{ package: 'lodash', version: '4.17.21' }],
      foundDependency: { ecosystem: 'npm', package: 'lodash', version: '4.17.20' },
    })
  })

  it('of a license is a code finding, named as in SARIF', async () => {
    const details = { license: 'AGPL 3.0', package_name: 'lodash', package_version: '4.17.20' }
    const entry = { ...vulnerable, check_id: 'BC_LIC_1', vulnerability_details: details }
    expect(onlyFinding(await read(failed(entry)), 'code').rulePath).toBe('AGPL_3.0_lodash@4.17.20')
  })

  it('has the severity that a platform adds', async () => {
    const severities = ['CRITICAL', { name: 'MEDIUM' }, 'LOW']
    const checks = severities.map((severity, index) => ({ ...check, check_id: `CKV_${index}`, severity }))
    const { findings } = onlyRun(await read(failed(...checks)))
    expect(findings.map(({ severity }) => severity)).toEqual(['critical', 'medium', 'low'])
  })

  it('of a secret has a type, and its value is nowhere in the report', async () => {
    const value = 'hT7qLw2ZpX9vRk4NsB8e'
    const entry = {
      ...check,
      check_id: 'CKV_SECRET_6',
      check_name: 'Base64 High Entropy String',
      code_block: [[4, `  password = "${value}"\n`]],
      file_line_range: [4, 5],
    }
    const answer = await read(failed(entry, { ...check, code_block: [[1, `# ${value}\n`]] }))
    const [secret] = onlyRun(answer).findings
    expect(secret).toMatchObject({ kind: 'secret', secretType: 'Base64 High Entropy String' })
    expect(JSON.stringify(answer)).not.toContain(value)
  })
})

describe('a report of Checkov', () => {
  it('of several frameworks is a list', async () => {
    const other = { ...report, check_type: 'dockerfile', results: { failed_checks: [vulnerable] } }
    const { findings, tool } = onlyRun(await read([failed(check), other]))
    expect(findings.map(({ rulePath }) => rulePath)).toEqual(['CKV_AWS_20', 'CVE-2021-23337'])
    expect(tool.version).toBe('3.2.334')
  })

  it('that found nothing to check has no findings', async () => {
    const nothing = { passed: 0, failed: 0, skipped: 0, parsing_errors: 0, checkov_version: '3.2.334' }
    const answer = await read(nothing)
    expect(answer.format).toBe('checkov')
    expect(onlyRun(answer).findings).toEqual([])
  })

  it('is refused with its place where it has what is no check', async () => {
    expect(await faultOf(failed(check, 1))).toMatchObject({ path: '/results/failed_checks/1' })
    expect(await faultOf(failed({ ...check, check_id: '' }))).toMatchObject({
      path: '/results/failed_checks/0/check_id',
    })
    expect(await faultOf([failed(check), failed(1)])).toMatchObject({ path: '/1/results/failed_checks/0' })
  })
})
