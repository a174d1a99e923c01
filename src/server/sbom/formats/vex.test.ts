import { describe, expect, it } from 'vitest'
import {
  findingTypes,
  severities,
  states,
  statuses,
  toCode,
  triageReasons,
  triageStates,
} from '#server/db/codes.ts'
import { shopService } from '../testing/shop.ts'
import { assertCycloneDxJson, assertCycloneDxXml, cycloneDxVersions } from '../testing/valid.ts'

async function service() {
  const shop = await shopService()
  await shop.add({ name: 'lodash' })
  await shop.add({ name: 'react', version: '18.0.0' })
  const rule_id = await shop.rows.rule({
    path: 'sca.rule',
    cwe_json: '["CWE-79: Cross-site Scripting", "own"]',
  })
  const find = (text: object) =>
    shop.rows.finding({
      project_id: shop.shop,
      ref_id: shop.main,
      rule_id,
      type: toCode(findingTypes, 'sca'),
      ecosystem: 'npm',
      package: 'lodash',
      package_version: '4.17.21',
      severity: toCode(severities, 'high'),
      triage_comment: 'a note of Ann Other',
      triaged_by: 'Ann Other',
      reachability: 3,
      ...text,
    })
  const ignored = (reason: (typeof triageReasons)[number]) => ({
    status: toCode(statuses, 'ignored'),
    triage_state: toCode(triageStates, 'ignored'),
    triage_reason: toCode(triageReasons, reason),
  })
  const stands = (status: (typeof statuses)[number]) => ({ status: toCode(statuses, status) })
  const ask = async (body: object = {}) => {
    const { text } = await shop.download({ includeVulnerabilities: true, ...body })
    return { text, vulnerabilities: JSON.parse(text).vulnerabilities }
  }
  return { ...shop, find, ignored, stands, vex: ask }
}

const lodash = [{ ref: 'pkg:npm/lodash@4.17.21' }]

describe('vulnerabilities', () => {
  it('are left out unless they are asked for', async () => {
    const { find, download } = await service()
    await find({ advisory: 'CVE-2021-23337' })
    expect((await download()).text).not.toContain('CVE')
  })

  it('say what was decided, without notes or names of people', async () => {
    const { find, ignored, stands, vex } = await service()
    await find({ advisory: 'CVE-2021-23337' })
    await find({ advisory: 'CVE-2021-0002', ...ignored('false_positive') })
    await find({ advisory: 'CVE-2021-0003', ...ignored('acceptable_risk') })
    await find({ advisory: 'CVE-2021-0004', ...ignored('no_time') })
    await find({ advisory: 'CVE-2021-0005', ...stands('fixing') })
    await find({ advisory: 'CVE-2021-0006', ...stands('reviewing') })
    await find({ advisory: 'CVE-2021-0007', ...stands('fixed'), state: toCode(states, 'fixed') })
    await find({ advisory: 'CVE-2021-0008', removed: 1 })
    await find({ advisory: 'CVE-2021-0009', ...stands('ignored'), state: toCode(states, 'muted') })
    await find({ advisory: 'CVE-2021-0010', type: toCode(findingTypes, 'sast') })
    const { text, vulnerabilities } = await vex()
    const analyses = vulnerabilities.map((one: { id: string; analysis: object }) => [one.id, one.analysis])
    expect(Object.fromEntries(analyses)).toEqual({
      'CVE-2021-23337': { state: 'in_triage' },
      'CVE-2021-0002': { state: 'false_positive' },
      'CVE-2021-0003': { state: 'exploitable', response: ['will_not_fix'] },
      'CVE-2021-0004': { state: 'in_triage' },
      'CVE-2021-0005': { state: 'exploitable', response: ['update'] },
      'CVE-2021-0006': { state: 'in_triage' },
      'CVE-2021-0009': { state: 'in_triage' },
    })
    expect(vulnerabilities.at(-1)).toMatchObject({
      id: 'CVE-2021-23337',
      source: { name: 'NVD', url: 'https://nvd.nist.gov/vuln/detail/CVE-2021-23337' },
      ratings: [{ severity: 'high' }],
      cwes: [79],
      affects: lodash,
    })
    for (const never of ['Ann Other', 'a note', 'not_affected']) expect(text).not.toContain(never)
  })

  it('stand once for each verdict with the packages they are in, the gravest verdict of a package speaking', async () => {
    const { find, ignored, vex } = await service()
    const advisory = 'GHSA-35jh-r3h4-6jhm'
    await find({ advisory, ...ignored('false_positive') })
    await find({ advisory })
    await find({ advisory, package: 'react', package_version: '18.0.0' })
    await find({ advisory, package: 'gone', package_version: '1' })
    const { vulnerabilities } = await vex()
    expect(vulnerabilities).toMatchObject([
      {
        id: advisory,
        analysis: { state: 'in_triage' },
        // What no lockfile lists is in the subject all the same.
        affects: [...lodash, { ref: 'pkg:npm/react@18.0.0' }, { ref: 'subject' }],
      },
    ])
  })

  it('are those of the ref that is described', async () => {
    const { find, rows, shop, vex } = await service()
    const ref_id = await rows.ref({ project_id: shop, name: 'refs/heads/next', is_primary: 0 })
    await find({ advisory: 'CVE-2021-0001', ref_id, on_primary: 0 })
    expect((await vex()).vulnerabilities).toBeUndefined()
    expect((await vex({ repositoryId: undefined })).vulnerabilities).toBeUndefined()
  })

  it.each(cycloneDxVersions)('are valid CycloneDX %s', async (version) => {
    const { find, ignored, vex, download } = await service()
    await find({ advisory: 'CVE-2021-23337', ...ignored('acceptable_risk') })
    await find({ advisory: null })
    const formatVersion = { version }
    await assertCycloneDxJson(version, (await vex({ formatVersion })).text)
    const sbomOutputFormat = 'SBOM_OUTPUT_FORMAT_CYCLONEDX'
    const xml = await download({ includeVulnerabilities: true, formatVersion, sbomOutputFormat })
    expect(xml.text).toContain('<state>exploitable</state>')
    expect(xml.text).toContain('<id>sca.rule</id>')
    await assertCycloneDxXml(version, xml.text)
  })
})
