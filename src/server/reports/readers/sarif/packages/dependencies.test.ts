import { describe, expect, test } from 'vitest'
import { at, dependencySamples, file } from '../../../testing/dependency-samples.ts'
import { onlyFinding, onlyRun, read } from '../../../testing/read.ts'

describe('SARIF of dependency scanners', () => {
  test.each(dependencySamples)('%s', async (_, sarif, expected) => {
    const report = await read(sarif)
    expect(onlyFinding(report, 'supplyChain')).toMatchObject(expected)
    expect(onlyRun(report).rules).toMatchObject([{ product: 'supplyChain' }])
  })

  test('a fix of another version of the package is not taken for its own', async () => {
    const rule = {
      id: 'CVE-2020-1-a',
      help: { text: 'Package: a\nVersion: 1.0.0\nFix Version: 1.0.1' },
      properties: { purls: ['pkg:npm/a@1.0.0'] },
    }
    const result = (version: string) => ({
      ruleId: 'CVE-2020-1-a',
      message: { text: `A high vulnerability in npm package: a, version ${version} was found at: /x` },
      locations: [at('package-lock.json')],
    })
    const run = onlyRun(await read(file('grype', [rule], [result('1.0.0'), result('2.0.0')])))
    expect(
      run.findings.map(
        (each) => each.kind === 'supplyChain' && [each.foundDependency, each.fixRecommendations],
      ),
    ).toMatchObject([
      [{ version: '1.0.0' }, [{ package: 'a', version: '1.0.1' }]],
      [{ version: '2.0.0' }, []],
    ])
  })

  test('the package is the evidence, whatever else the message says', async () => {
    const evidenceOf = async (text: string) =>
      onlyFinding(await read(file('Trivy', [], [{ ruleId: 'CVE-2020-1', message: { text } }])), 'supplyChain')
        .evidence
    const one = await evidenceOf('Package: a\nInstalled Version: 1\nSeverity: LOW')
    expect(await evidenceOf('Package: a\nInstalled Version: 1\nSeverity: HIGH')).toEqual(one)
    expect(await evidenceOf('Package: b\nInstalled Version: 1\nSeverity: LOW')).not.toEqual(one)
  })

  test.each([
    ['Trivy', { id: 'AVD-DS-0002', name: 'Misconfiguration', properties: { tags: ['misconfiguration'] } }],
    ['Trivy', { id: 'mit:a', name: 'License', properties: { tags: ['license'] } }],
    ['Snyk Open Source', { id: 'snyk:lic:npm:a:GPL-3.0' }],
    ['Snyk Code', { id: 'javascript/Sqli' }],
    ['SnykCode', { id: 'CVE-2020-1' }],
    ['CodeQL', { id: 'js/xss' }],
    ['Semgrep OSS', { id: 'terraform.aws.security.aws-secretsmanager-secret-unencrypted' }],
  ])('%s: rule %j stays code', async (tool, rule) => {
    const report = await read(file(tool, [rule], [{ ruleId: rule.id, message: { text: 'Artifact: x' } }]))
    onlyFinding(report, 'code')
    expect(onlyRun(report).rules).toMatchObject([{ product: 'code' }])
  })
})
