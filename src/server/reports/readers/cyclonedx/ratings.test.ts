import { describe, expect, test } from 'vitest'
import { onlyFinding, onlyRun, read } from '../../testing/read.ts'

const library = (ref: string, name = 'a') => ({
  type: 'library',
  'bom-ref': ref,
  name,
  version: '1.0.0',
  purl: `pkg:npm/${name}@1.0.0`,
})
const bom = (vulnerabilities: object[], components: object[] = [library('a')]) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  components,
  vulnerabilities,
})
const flaw = (more: object = {}) => ({ id: 'CVE-2024-1', affects: [{ ref: 'a' }], ...more })
const findingOf = async (vulnerability: object) =>
  onlyFinding(await read(bom([flaw(vulnerability)])), 'supplyChain')

describe('ratings', () => {
  test('every CVSS score and vector is kept, the newest version first', async () => {
    const ratings = [
      {
        source: { name: 'nvd' },
        score: 5,
        severity: 'medium',
        method: 'CVSSv2',
        vector: 'AV:N/AC:L/Au:N/C:P/I:N/A:N',
      },
      {
        score: 7.5,
        severity: 'high',
        method: 'CVSSv31',
        vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
      },
      { vector: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:N/VA:N/SC:N/SI:N/SA:N' },
      { method: 'CVSSv3', score: 70 },
      { method: 'OWASP', score: 3, vector: 'SL:1' },
    ]
    const { cvss } = await findingOf({ ratings })
    expect(cvss.map(({ method, score, source }) => [method, score, source])).toEqual([
      ['CVSSv4', 8.7, null],
      ['CVSSv31', 7.5, null],
      ['CVSSv2', 5, 'nvd'],
    ])
    expect(cvss[1]?.vector).toBe('CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N')
    expect((await findingOf({})).cvss).toEqual([])
  })

  test.each([
    ['the method', { ratings: [{ method: 'EPSS', score: 0.87, source: { name: 'FIRST' } }] }, 0.87, null],
    ['the source', { ratings: [{ method: 'other', score: '0.5', source: { name: 'EPSS' } }] }, 0.5, null],
    ['another source', { ratings: [{ score: 0.1, source: { name: 'FIRST.org EPSS' } }] }, 0.1, null],
    [
      'properties',
      {
        properties: [
          { name: 'epss:percentile', value: '0.95' },
          { name: 'acme:epss:score', value: '0.42' },
        ],
      },
      0.42,
      0.95,
    ],
    ['a property alone', { properties: [{ name: 'epss', value: '0.3' }] }, 0.3, null],
    [
      'a rating, its percentile a property',
      {
        ratings: [{ method: 'other', score: 0.2, source: { name: 'EPSS' } }],
        properties: [{ name: 'epss_percentile', value: '0.9' }],
      },
      0.2,
      0.9,
    ],
  ])('EPSS by %s', async (_, vulnerability, score, percentile) => {
    expect((await findingOf(vulnerability)).epss).toEqual({ score, percentile })
  })

  test.each([
    [{ ratings: [{ method: 'EPSS', score: 42 }] }],
    [{ ratings: [{ method: 'CVSSv31', score: 0.5, source: { name: 'FIRST' } }] }],
    [{ properties: [{ name: 'epss:percentile', value: '0.9' }] }],
    [{ properties: [{ name: 'notepss', value: '0.9' }] }],
  ])('%j is no EPSS score', async (vulnerability) => {
    expect((await findingOf(vulnerability)).epss).toBeNull()
  })

  test('how likely or known an exploit is says nothing of severity', async () => {
    const exploit = [
      { method: 'EPSS', score: 0.9, severity: 'critical', source: { name: 'FIRST' } },
      { method: 'other', score: 1, severity: 'high', source: { name: 'CISA KEV Catalog' } },
    ]
    expect(await findingOf({ ratings: exploit })).toMatchObject({ severity: 'medium', cvss: [] })
    const medium = { method: 'other', severity: 'medium', source: { name: 'vendor' } }
    expect(await findingOf({ ratings: [...exploit, medium] })).toMatchObject({ severity: 'medium' })
  })
})

describe('what a bill of materials lists twice', () => {
  test('a vulnerability of the same package is one finding, which says the graver of both', async () => {
    const report = await read(
      bom([
        flaw({ ratings: [{ severity: 'low' }], analysis: { state: 'not_affected' } }),
        flaw({
          ratings: [{ method: 'CVSSv31', score: 9.8, severity: 'critical' }],
          properties: [{ name: 'epss', value: '0.3' }],
          recommendation: 'Upgrade to version 2.0.0',
        }),
      ]),
    )
    expect(onlyFinding(report, 'supplyChain')).toMatchObject({
      severity: 'critical',
      suppressed: false,
      epss: { score: 0.3 },
      cvss: [{ score: 9.8 }],
      fixRecommendations: [{ package: 'a', version: '2.0.0' }],
    })
    expect(report).toMatchObject({ read: 2, leftOut: [{ reason: 'duplicate entry', count: 1 }] })
  })

  test('so is one that names a package by two of its components', async () => {
    const affects = [{ ref: 'a' }, { ref: 'again' }, { ref: 'a' }]
    const report = await read(bom([flaw({ affects })], [library('a'), library('again')]))
    onlyFinding(report, 'supplyChain')
    expect(report.leftOut).toEqual([
      { reason: 'component listed twice', count: 1 },
      { reason: 'duplicate entry', count: 1 },
    ])
  })

  test('others stay: another package, another id, and what has no id and says something else', async () => {
    const report = await read(
      bom(
        [
          flaw({ affects: [{ ref: 'a' }, { ref: 'b' }] }),
          flaw({ id: 'CVE-2024-2' }),
          { affects: [{ ref: 'a' }], description: 'one' },
          { affects: [{ ref: 'a' }], description: 'two' },
          { affects: [{ ref: 'a' }], description: 'two' },
        ],
        [library('a'), library('b', 'b')],
      ),
    )
    expect(onlyRun(report).findings).toHaveLength(5)
    expect(report.leftOut).toEqual([{ reason: 'duplicate entry', count: 1 }])
  })
})
