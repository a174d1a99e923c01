import { expect, test } from 'vitest'
import * as checkov from '#server/reports/readers/checkov/testing/sample.ts'
import * as trivy from '#server/reports/readers/trivy/testing/sample.ts'
import { startTestService } from '#server/testing/service.ts'
import { codeFindings, supplyChainFindings, upload } from '../testing/upload.ts'

const { report, vulnerability, misconfiguration } = trivy

test.each([
  [
    'a misconfiguration of Trivy',
    trivy.misconfigurationSarif,
    report([
      { Target: 'Dockerfile', Class: 'config', Type: 'dockerfile', Misconfigurations: [misconfiguration] },
    ]),
  ],
  ['a check of Checkov', checkov.sarif, { ...checkov.report, results: { failed_checks: [checkov.check] } }],
])('%s stays the same finding when SARIF becomes JSON', async (_, sarif, json) => {
  const service = await startTestService()
  expect((await upload(service, sarif, { commit: '1' })).status).toBe(201)
  const before = (await codeFindings(service)).map(({ id }) => id)
  expect((await upload(service, json, { commit: '2' })).status).toBe(201)
  const after = await codeFindings(service)
  expect(after.map(({ id, status }) => [id, status])).toEqual(before.map((id) => [id, 'open']))
})

test('a vulnerability of Trivy stays the same finding when CycloneDX becomes JSON', async () => {
  const service = await startTestService()
  expect((await upload(service, trivy.cycloneDx, { commit: '1' })).status).toBe(201)
  const before = (await supplyChainFindings(service)).map(({ id }) => id)
  const json = report([
    { Target: 'web/package-lock.json', Class: 'lang-pkgs', Type: 'npm', Vulnerabilities: [vulnerability] },
  ])
  expect((await upload(service, json, { commit: '2' })).status).toBe(201)
  const after = await supplyChainFindings(service)
  expect(before).toHaveLength(1)
  expect(after.map(({ id, status }) => [id, status])).toEqual(before.map((id) => [id, 'open']))
})
