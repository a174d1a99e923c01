import { expect, test } from 'vitest'
import { listFindings } from '#contract/operations/findings.ts'
import { createScan } from '#contract/operations/scans.ts'
import { startTestService } from '#server/testing/service.ts'

const affects = [{ ref: 'pkg:npm/lodash@4.17.20' }]
const bom = (parts: object) =>
  Buffer.from(JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, ...parts }))
const sbom = bom({
  components: [
    {
      type: 'library',
      'bom-ref': 'pkg:npm/lodash@4.17.20',
      name: 'lodash',
      version: '4.17.20',
      purl: 'pkg:npm/lodash@4.17.20',
    },
  ],
  vulnerabilities: [{ id: 'CVE-2021-23337', affects }],
})

async function started() {
  const service = await startTestService()
  const query = { project: 'acme/shop', category: 'vex' }
  const send = (body: Buffer, more: object = {}) =>
    service.call(createScan, { query: { ...query, ...more }, body })
  const findings = async () => {
    const { body } = await service.call(listFindings, { query: { issue_type: 'sca' } })
    return body.scaFindings?.findings ?? []
  }
  await send(sbom, { category: 'sbom' })
  expect(await findings()).toMatchObject([{ status: 'open' }])
  return { send, findings }
}

test.each([
  ['without components', {}, 'not_affected'],
  ['with an empty list of components', { components: [] }, 'not_affected'],
  ['with resolved ones first', {}, 'resolved'],
])('a CycloneDX VEX file %s is refused as a scan, with the way to import it', async (_, parts, state) => {
  const { send, findings } = await started()
  const analysis = { state, justification: 'code_not_reachable', detail: 'Never called.' }
  const vulnerabilities = [
    { id: 'CVE-2021-23337', affects, analysis },
    { id: 'CVE-2020-8203', affects, analysis: { ...analysis, state: 'not_affected' } },
  ]
  const answer = await send(bom({ ...parts, vulnerabilities }))
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('gatehouse vex import')
  expect(answer.text).toContain('POST …/vex')
  expect(await findings()).toMatchObject([{ status: 'open', triage_state: 'untriaged' }])
})

test('vulnerabilities without components that nobody analyzed are still a scan', async () => {
  const { send, findings } = await started()
  expect((await send(bom({ vulnerabilities: [{ id: 'CVE-2020-8203', affects }] }))).status).toBe(201)
  expect(await findings()).toHaveLength(2)
})
