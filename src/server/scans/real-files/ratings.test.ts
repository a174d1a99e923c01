import { expect, test } from 'vitest'
import { updateSettings } from '#contract/operations/settings.ts'
import { repeatedOnEngine } from '#server/testing/database.ts'
import { cycloneDx, osvScanner, sarif, sarifResult, trivy, vulnerability } from './testing/files.ts'
import { type Project, projects } from './testing/project.ts'

const project = projects()

const vectors = {
  v2: 'AV:N/AC:L/Au:N/C:P/I:P/A:P',
  v3: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  v30: 'CVSS:3.0/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
  v4: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N',
}
const notRated = { method: 'none', source: null }

const purl = 'pkg:npm/form@1.0.0'
/** A bill of materials with a vulnerability that has these ratings. */
const rated = (ratings: object[] | undefined, more: object = {}) =>
  cycloneDx([purl], { vulnerabilities: [vulnerability('CVE-2026-31', [purl], { ratings, ...more })] })

/** What each finding says of its severity, scores and what these follow. */
async function severities(shop: Project) {
  const listed = await shop.vulnerabilities()
  return listed.map(({ severity, cvss, severity_from: from }) => ({
    severity,
    scores: (cvss ?? []).map(({ score }) => score),
    from,
  }))
}

test.each(
  repeatedOnEngine([
    ['CVSS 3.1', { method: 'CVSSv31', vector: vectors.v3 }, 'critical', 9.8, 'CVSSv31'],
    ['CVSS 4.0', { method: 'CVSSv4', vector: vectors.v4 }, 'critical', 9.3, 'CVSSv4'],
    ['CVSS 3.0', { method: 'CVSSv3', vector: vectors.v30 }, 'low', 3.1, 'CVSSv3'],
    ['CVSS 2', { method: 'CVSSv2', vector: vectors.v2 }, 'high', 7.5, 'CVSSv2'],
    ['no name', { vector: vectors.v4 }, 'critical', 9.3, 'CVSSv4'],
    ['the word unknown', { severity: 'unknown', vector: vectors.v3 }, 'critical', 9.8, 'CVSSv31'],
  ]),
)(
  'a rating of %s that is only a vector has its score and severity',
  async (_, rating, severity, score, method) => {
    const shop = await project()
    await shop.send(rated([rating]))
    expect(await severities(shop)).toEqual([{ severity, scores: [score], from: { method, source: null } }])
  },
)

test.each(
  repeatedOnEngine([
    ['no ratings', undefined],
    ['an empty list', []],
    ['the word unknown', [{ severity: 'unknown' }]],
    ['half a vector', [{ vector: 'CVSS:3.1/AV:N/AC:L' }]],
  ]),
)('a vulnerability with %s is medium, and not rated', async (_, ratings) => {
  const shop = await project()
  await shop.send(rated(ratings))
  expect(await severities(shop)).toMatchObject([{ severity: 'medium', from: notRated }])
})

test.each(
  repeatedOnEngine([
    ['none', 'low'],
    ['info', 'low'],
    ['high', 'high'],
  ]),
)('the only rating, with the severity %s, is %s, as it says itself', async (word, severity) => {
  const shop = await project()
  await shop.send(rated([{ severity: word }]))
  const [found] = await shop.vulnerabilities()
  expect(found).toMatchObject({ severity })
  expect(found).not.toHaveProperty('severity_from')
})

test('of several ratings the newest version of the source counts that the advisory names, and it says which', async () => {
  const shop = await project()
  const by = (source: string, method: string, score: number) => ({ source: { name: source }, method, score })
  const ratings = [
    by('GitHub', 'CVSSv4', 6.3),
    by('NVD', 'CVSSv2', 5),
    by('NVD', 'CVSSv31', 9.8),
    by('Vendor', 'CVSSv31', 3.1),
  ]
  const ofSource = (id: string, source: string | null) =>
    vulnerability(id, [purl], { ratings, ...(source === null ? {} : { source: { name: source } }) })
  await shop.send(
    cycloneDx([purl], {
      vulnerabilities: [
        ofSource('CVE-2026-32', 'nvd'),
        ofSource('CVE-2026-33', 'Vendor'),
        ofSource('CVE-2026-34', null),
      ],
    }),
  )
  expect((await severities(shop)).map(({ severity, from }) => [severity, from])).toEqual([
    ['critical', { method: 'CVSSv31', source: 'NVD' }],
    ['low', { method: 'CVSSv31', source: 'Vendor' }],
    ['medium', { method: 'CVSSv4', source: 'GitHub' }],
  ])
})

const osv = (vulnerability: object, group: object = {}) =>
  osvScanner(
    'go.mod',
    ['Go', 'example.com/form', '0.7.0'],
    { id: 'GO-2026-0008', aliases: ['CVE-2026-35'], ...vulnerability },
    { ids: ['GO-2026-0008'], ...group },
  )
const tool = { id: 's', name: 'Scanner', version: '1', vendor: { name: 'Acme' } }
const gitlab = (more: object) => ({
  version: '15.2.1',
  scan: {
    ...{ type: 'dependency_scanning', status: 'success', scanner: tool, analyzer: tool },
    ...{ start_time: '2026-01-14T08:00:00', end_time: '2026-01-14T08:01:00' },
  },
  vulnerabilities: [
    {
      ...{ id: 'a', name: 'Overrun', severity: 'Unknown' },
      identifiers: [{ type: 'cve', name: 'CVE-2026-35', value: 'CVE-2026-35' }],
      location: { file: 'yarn.lock', dependency: { package: { name: 'form' }, version: '1.0.0' } },
      ...more,
    },
  ],
})
const grype = (cvss: object[]) => ({
  matches: [
    {
      vulnerability: {
        id: 'CVE-2026-35',
        severity: 'Unknown',
        cvss,
        fix: { versions: [], state: 'unknown' },
      },
      relatedVulnerabilities: [],
      artifact: {
        name: 'form',
        version: '1.0.0',
        type: 'npm',
        purl,
        locations: [{ path: '/a/package.json' }],
      },
    },
  ],
  source: { type: 'directory', target: '.' },
  descriptor: { name: 'grype', version: '0.90.0' },
})
const npmAudit = (more: object) => {
  const url = 'https://github.com/advisories/GHSA-2222-3333-7777'
  const via = { source: 7, name: 'form', dependency: 'form', title: 'Overrun', url, range: '<2', ...more }
  const entry = { name: 'form', isDirect: true, via: [via], effects: [], range: '<2', nodes: [] }
  return { auditReportVersion: 2, vulnerabilities: { form: { ...entry, fixAvailable: true } }, metadata: {} }
}
const sarifOfScanner = (properties: object) => {
  const { level: _, ...result } = sarifResult('CVE-2026-35', 'package-lock.json', 1)
  const rules = [{ id: 'CVE-2026-35', properties: { tags: ['vulnerability'], purls: [purl], ...properties } }]
  return sarif('Trivy', [{ ...result, message: { text: 'Package: form\nInstalled Version: 1.0.0' } }], {
    rules,
  })
}
const ownFormat = (more: object) => ({
  ...{ gatehouse: 1, tool: 'Own' },
  findings: [{ kind: 'dependency', rule: 'CVE-2026-35', package: 'form', path: 'yarn.lock', ...more }],
})

test.each(
  repeatedOnEngine([
    ['OSV-Scanner', osv({ severity: [{ type: 'CVSS_V3', score: vectors.v3 }] }), 'critical'],
    ['OSV-Scanner, CVSS 2', osv({ severity: [{ type: 'CVSS_V2', score: vectors.v2 }] }), 'high'],
    [
      'OSV-Scanner, of the range',
      osv({ affected: [{ severity: [{ type: 'CVSS_V4', score: vectors.v4 }] }] }),
      'critical',
    ],
    ['GitLab', gitlab({ cvss_vectors: [{ vendor: 'NVD', vector: vectors.v3 }] }), 'critical'],
    ['Grype', grype([{ version: '3.1', vector: vectors.v3, source: 'nvd' }]), 'critical'],
    ['npm audit', npmAudit({ cvss: { score: 0, vectorString: vectors.v3 } }), 'low'],
    ['npm audit without a score', npmAudit({ cvss: { vectorString: vectors.v3 } }), 'critical'],
    [
      'Trivy',
      trivy('npm', 'yarn.lock', [
        ['CVE-2026-35', 'form', '1.0.0', { Severity: 'UNKNOWN', CVSS: { nvd: { V3Vector: vectors.v3 } } }],
      ]),
      'critical',
    ],
    ['SARIF', sarifOfScanner({ cvssv3_vector: vectors.v3 }), 'critical'],
    ['Gatehouse JSON', ownFormat({ cvss_vector: vectors.v4 }), 'critical'],
  ]),
)('a vector of %s is a severity', async (_, file, severity) => {
  const shop = await project()
  await shop.send(file)
  expect(await severities(shop)).toMatchObject([{ severity }])
})

test.each(
  repeatedOnEngine([
    ['OSV-Scanner', osv({})],
    ['GitLab', gitlab({})],
    ['Grype', grype([])],
    ['npm audit', npmAudit({ cvss: { score: 0, vectorString: null } })],
    ['Trivy', trivy('npm', 'yarn.lock', [['CVE-2026-35', 'form', '1.0.0', { Severity: 'UNKNOWN' }]])],
    ['SARIF', sarifOfScanner({})],
    ['Gatehouse JSON', ownFormat({})],
  ]),
)('what %s does not rate is medium, and not rated', async (_, file) => {
  const shop = await project()
  await shop.send(file)
  expect(await severities(shop)).toEqual([{ severity: 'medium', scores: [], from: notRated }])
})

test('a distribution that rates by a word in OSV is heard', async () => {
  const shop = await project()
  await shop.send(osv({ severity: [{ type: 'Ubuntu', score: 'negligible' }] }))
  expect(await severities(shop)).toMatchObject([{ severity: 'low' }])
})

/** A scan of before vectors were scores, whose finding is low, then the same file. */
async function rescanned(shop: Project, between: (id: number) => Promise<void> = async () => {}) {
  await shop.send(rated([{ severity: 'low' }]))
  const [before] = await shop.vulnerabilities()
  await between(before?.id ?? 0)
  shop.service.clock.now += 100 * day
  await shop.send(rated([{ method: 'CVSSv31', vector: vectors.v3 }]))
  return shop.finding(before?.id ?? 0)
}

const day = 24 * 3600_000

test('a severity that is computed since an update is in the history, and due in full', async () => {
  const shop = await project()
  const days = { critical: 7, high: 30, medium: 90, low: 180 }
  await shop.service.call(updateSettings, { body: { dueDates: { days, tags: [] } } })
  const { severity, history, due_at: due } = await rescanned(shop)
  expect(severity).toBe('critical')
  expect(history.map(({ what }) => what)).toEqual(['found', 'severity_changed'])
  const left = (new Date(due ?? '').getTime() - shop.service.clock.now) / day
  expect(left).toBeGreaterThan(7)
  expect(left).toBeLessThanOrEqual(8)
})

test('a finding that is ignored stays so when its severity is computed, though ignoring it would need approval', async () => {
  const shop = await project()
  await shop.service.mint({ person: 'Second Person', role: 'admin' })
  await shop.service.call(updateSettings, { body: { requireApproval: true } })
  const { severity, status } = await rescanned(shop, (id) => shop.ignore('sca', [id]))
  await shop.service.call(updateSettings, { body: { requireApproval: false } })
  expect({ severity, status }).toEqual({ severity: 'critical', status: 'ignored' })
})

test.each<[unknown, string]>([
  ['9.8', 'critical'],
  ['8,1', 'high'],
  ['Medium', 'medium'],
  ['critical', 'critical'],
])('the security severity %s of a SARIF rule is %s', async (score, severity) => {
  const shop = await project()
  const rules = [{ id: 'r', properties: { 'security-severity': score } }]
  await shop.send(sarif('Probe', [sarifResult('r', 'a.c', 1, { level: 'note' })], { rules }))
  expect(await shop.code()).toMatchObject([{ severity }])
})

test.each<[string, object, object]>([
  ['a rule', { 'security-severity': 'Critical' }, {}],
  ['a rule with a comma', { 'security-severity': '9,8' }, {}],
  ['a result', {}, { 'security-severity': 'critical' }],
])(
  'an ignored finding stays so when a word of %s is read, and is open when it is raised',
  async (_, ofRule, own) => {
    const shop = await project()
    await shop.service.mint({ person: 'Second Person', role: 'admin' })
    const sent = (rule: object, result: object) =>
      shop.send(
        sarif('Probe', [sarifResult('r', 'a.c', 1, { level: 'note', properties: result })], {
          rules: [{ id: 'r', properties: rule }],
        }),
      )
    const states = async () => (await shop.code()).map(({ severity, status }) => [severity, status])
    await sent({}, {})
    await shop.ignore('sast', [(await shop.code())[0]?.id ?? 0])
    await shop.service.call(updateSettings, { body: { requireApproval: true } })
    await sent(ofRule, own)
    const read = await states()
    // From now on the scanner's own words count.
    await sent({ 'security-severity': 'low' }, {})
    await sent({ 'security-severity': 'critical' }, {})
    const raised = await states()
    await shop.service.call(updateSettings, { body: { requireApproval: false } })
    expect({ read, raised }).toEqual({ read: [['critical', 'ignored']], raised: [['critical', 'open']] })
  },
)
