import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { inspectFile } from './inspect-file.ts'

const limits = { sent: 1000, inflated: 5000 }
const inspect = (content: string | Uint8Array<ArrayBuffer>) => inspectFile(new File([content], 'a'), limits)
const sarif = JSON.stringify({
  version: '2.1.0',
  runs: [
    {
      versionControlProvenance: [
        {
          repositoryUri: 'https://github.com/acme/shop.git',
          branch: 'refs/heads/dev',
          revisionId: '9f2c1ab',
        },
      ],
    },
  ],
})

it.each([
  ['empty', ''],
  ['xml', ' \n<testsuite/>'],
  ['xml', '<?xml version="1.0"?><!-- a --><NessusClientData_v2>'],
  ['xml', '<analysis xmlns="https://jeremylong.github.io/DependencyCheck/dependency-check.1.8.xsd"/>'],
  ['xml', '<bom xmlns="urn:parts"/>'],
  ['xml', '<!DOCTYPE html><html></html>'],
  ['not-json', 'hello'],
  ['archive', 'PK\u0003\u0004'],
  ['document', '%PDF-1.7'],
  ['too-large', `{"a":"${'x'.repeat(6000)}"}`],
])('tells a file that is %s', async (fault, content) => {
  expect(await inspect(content)).toEqual({ fault })
})

it('reads what a file says of its project, branch and commit, compressed or not', async () => {
  const said = { format: 'sarif', project: 'acme/shop', branch: 'dev', commit: '9f2c1ab' }
  expect(await inspect(sarif)).toEqual(said)
  expect(await inspect(new Uint8Array(gzipSync(sarif)))).toEqual(said)
  const bill = { bomFormat: 'CycloneDX', metadata: { component: { group: 'acme', name: 'api' } } }
  expect(await inspect(JSON.stringify(bill))).toEqual({ format: 'cyclonedx', project: 'acme/api' })
  const findings = { findings: [{ repository: { name: 'acme/web' }, ref: 'refs/heads/main' }] }
  expect(await inspect(JSON.stringify(findings))).toEqual({
    format: 'findings',
    project: 'acme/web',
    branch: 'main',
  })
})

it('leaves to the service what it cannot tell', async () => {
  const contents = ['{"results": [', '[]', '{"runs":[{"versionControlProvenance":"x"}]}']
  contents.push(`<!-- ${'long '.repeat(900)} --><bom>`, '<?xml version="1.0"?><!-- never closed')
  for (const content of contents) expect((await inspect(content)).fault).toBeUndefined()
  expect(await inspect(new Uint8Array(gzipSync('x').subarray(0, 12)))).toEqual({})
})

it.each([
  ['gitleaks', '[{"RuleID":"r","File":"a"}]'],
  ['bandit', '{"results":[{"test_id":"B1"}],"errors":[]}'],
  ['bandit', '{"results":[],"metrics":{},"generated_at":""}'],
  ['osv-scanner', '{"results":[{"source":{},"packages":[]}]}'],
  ['trufflehog', '{"SourceMetadata":{},"DetectorName":"AWS"}'],
  ['trufflehog', '{"SourceMetadata":{},"DetectorName":"AWS"}\n{"SourceMetadata":{},"DetectorName":"AWS"}\n'],
  ['trufflehog', '[{"DetectorName":"AWS"}]'],
  ['gitlab', '{"version":"15.2.1","vulnerabilities":[],"scan":{"type":"sast"}}'],
  ['dependency-check', '{"scanInfo":{"engineVersion":"12.1.3"},"projectInfo":{},"dependencies":[]}'],
  ['dependabot', '[{"security_advisory":{}}]'],
  ['code-scanning', '[{"most_recent_instance":{}}]'],
  ['gatehouse', '{"gatehouse":1,"findings":[]}'],
  ['gatehouse', 'kind,rule,"message"\r\ncode,r,m\r\n'],
  ['semgrep', '{"results":[],"errors":[]}'],
])('tells a file of %s: %s', async (format, content) => {
  expect(await inspect(content)).toEqual({ format })
})
