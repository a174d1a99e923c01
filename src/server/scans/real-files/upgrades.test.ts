import { expect, test } from 'vitest'
import { exportFindings } from '#contract/operations/export.ts'
import { findingGroups } from '#contract/operations/groups.ts'
import { trivy } from './testing/files.ts'
import { type Project, projects } from './testing/project.ts'

const project = projects()

const tool = { id: 's', name: 'Scanner', version: '1', vendor: { name: 'Acme' } }
const inGitlab = (version: string, id: string) => ({
  ...{ id: `${id}-${version}`, name: 'Overrun', severity: 'High' },
  solution: 'Upgrade to versions 2.0.7, 3.1.4 or above.',
  identifiers: [{ type: 'cve', name: id, value: id }],
  location: { file: 'yarn.lock', dependency: { package: { name: 'form' }, version } },
})
const issueOfSnyk = (fixedIn: string[], more: object = {}) => ({
  ...{ id: 'SNYK-JS-FORM-1', title: 'Overrun', packageName: 'form', version: '4.1.0', severity: 'high' },
  ...{ from: ['shop@1.0.0', 'form@4.1.0'], identifiers: { CVE: ['CVE-2026-61'] }, fixedIn, ...more },
})
const snyk = (issue: object) => ({
  ...{ ok: false, packageManager: 'npm', displayTargetFile: 'package-lock.json' },
  vulnerabilities: [issue],
})
const manyLines = Array.from({ length: 45 }, (_, line) => `${Math.floor(line / 10)}.${line % 10}.9`)

const files: [what: string, file: object, advised: string[], inPackage: string[]][] = [
  ['many lines of Snyk', snyk(issueOfSnyk(manyLines)), ['form@4.1.9'], ['form']],
  [
    'lines of Snyk in another order',
    snyk(issueOfSnyk(['5.0.0', '4.1.1', '3.9.9'])),
    ['form@4.1.1'],
    ['form'],
  ],
  ['lines of Snyk that are all below', snyk(issueOfSnyk(['3.9.9', '4.1.0'])), [''], ['']],
  [
    'a package whose name differs in a divider alone',
    snyk(
      issueOfSnyk([], {
        packageName: 'form.merge',
        from: ['shop@1.0.0', 'form-merge@2.0.0', 'form.merge@4.1.0'],
        upgradePath: [false, 'form-merge@3.0.0', 'form.merge@4.1.0'],
      }),
    ),
    ['form-merge@3.0.0'],
    ['form-merge'],
  ],
  [
    'two versions of a package in GitLab',
    {
      version: '15.2.1',
      scan: {
        ...{ type: 'dependency_scanning', status: 'success', scanner: tool, analyzer: tool },
        ...{ start_time: '2026-01-14T08:00:00', end_time: '2026-01-14T08:01:00' },
      },
      vulnerabilities: [inGitlab('2.0.1', 'CVE-2026-62'), inGitlab('3.0.0', 'CVE-2026-62')],
    },
    ['form@2.0.7', 'form@3.1.4'],
    ['form'],
  ],
  [
    'another package in npm audit',
    {
      auditReportVersion: 2,
      vulnerabilities: {
        form: {
          ...{
            name: 'form',
            severity: 'high',
            isDirect: false,
            range: '<7.5.2',
            nodes: ['node_modules/form'],
          },
          via: [
            {
              ...{ source: 1, name: 'form', dependency: 'form', title: 'Overrun', severity: 'high' },
              ...{ url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc', range: '<7.5.2' },
            },
          ],
          effects: ['host'],
          fixAvailable: { name: 'host', version: '32.3.0', isSemVerMajor: true },
        },
      },
      metadata: { vulnerabilities: {} },
    },
    ['host@32.3.0'],
    ['host'],
  ],
]

/** Packages of distributions, whose advisories may leave out the epoch of the installed version. */
const epochs: [type: string, installed: string, fixed: string, advised: string[]][] = [
  ['rpm', '1:1.0.2k-24.amzn2.0.12', '1.0.2k-24.amzn2.0.13', ['1.0.2k-24.amzn2.0.13']],
  ['rpm', '1:1.0.2k-24.amzn2.0.12', '1.0.2k-24.amzn2.0.9', []],
  ['rpm', '1:1.0.2k-24.amzn2.0.12', '0:1.0.2k-24.amzn2.0.13', []],
  ['rpm', '1.0.2k-24.amzn2.0.12', '1:1.0.2k-24.amzn2.0.9', ['1:1.0.2k-24.amzn2.0.9']],
  ['deb', '1:9.18.1-1ubuntu1', '9.18.1-1ubuntu1.2', ['9.18.1-1ubuntu1.2']],
  ['deb', '2:8.39-12', '2:8.39-13', ['2:8.39-13']],
]
test.each(epochs)('an upgrade of %s %s to %s', async (type, version, fixed, expected) => {
  const shop = await project()
  await shop.send({
    matches: [
      {
        vulnerability: { id: 'CVE-2026-63', severity: 'High', fix: { versions: [fixed], state: 'fixed' } },
        artifact: { name: 'form-libs', version, type, purl: `pkg:${type}/acme/form-libs@${version}` },
      },
    ],
    descriptor: { name: 'grype', version: '0.90.0' },
  })
  const [finding] = await shop.vulnerabilities()
  expect(finding?.fix_recommendations?.map((fix) => fix.version)).toEqual(expected)
  expect(finding?.no_later_fix ?? false).toBe(expected.length === 0)
})

/** What advisories of RustSec, of npm and of RubyGems name: the versions that are patched, as ranges. */
const ranges: [type: string, installed: string, fixed: string, advised: string[]][] = [
  ['cargo', '2.0.0', '>= 3.1.0, >= 2.1.3, < 3.0.0', ['2.1.3', '3.1.0']],
  ['cargo', '0.6.9', '^0.6.14, >=1.6.1', ['0.6.14', '1.6.1']],
  ['npm', '4.17.4', '>=4.17.19', ['4.17.19']],
  ['npm', '3.1.0', '>=3.2.1 <4 || >=4.0.3', ['3.2.1', '4.0.3']],
  ['bundler', '5.2.4', '~> 5.2.4.3, >= 6.0.3.1', ['5.2.4.3', '6.0.3.1']],
  ['npm', '1.0.0', '<0.0.0', []],
  ['npm', '1.0.0', '> 1.4, != 1.5.0, <= 2.0.0', []],
  ['debian', '1:2.0~rc1-1', '1:2.0~rc2-1', ['1:2.0~rc2-1']],
]
test.each(ranges)('upgrades of %s %s to %s', async (type, version, fixed, expected) => {
  const shop = await project()
  await shop.send(trivy(type, 'lock', [['CVE-2026-64', 'form', version, { FixedVersion: fixed }]]))
  const [finding] = await shop.vulnerabilities()
  expect(finding?.fix_recommendations?.map((fix) => fix.version)).toEqual(expected)
})

/** The first upgrade of each finding, wherever it is shown. */
async function advised(shop: Project) {
  const { service, name } = shop
  const query = { repos: name, issue_type: 'sca' } as const
  const column = (await shop.vulnerabilities()).map(({ fix_recommendations: fixes }) => {
    const [first] = fixes ?? []
    return first ? `${first.package}@${first.version}` : ''
  })
  const exported = async (filter: object) => {
    const csvQuery = { ...query, ...filter, format: 'csv', columns: 'package,fix_version' } as const
    const { text } = await service.call(exportFindings, { query: csvQuery })
    const cells = text
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(','))
    return cells.map(([own, fix = '']) => (fix === '' || fix.includes('@') ? fix : `${own}@${fix}`))
  }
  const { body: groups } = await service.call(findingGroups, { query: { ...query, group_by: 'upgrade' } })
  return { column, exported, groups }
}

test.each(files)(
  '%s are one advice in the list, the export, the filter and the group',
  async (_, file, expected, names) => {
    const shop = await project()
    await shop.send(file)
    const { column, exported, groups } = await advised(shop)
    expect(column.toSorted()).toEqual(expected)
    expect((await exported({})).toSorted()).toEqual(expected)
    for (const one of expected.filter(Boolean)) expect(await exported({ upgrades: one })).toEqual([one])
    expect(groups.groups.map(({ value }) => value ?? '').toSorted()).toEqual(names)
    const versions = groups.groups.flatMap(({ value, upgrades }) =>
      (upgrades ?? []).map((one) => `${value}@${one.version}`),
    )
    expect(versions.toSorted()).toEqual(expected.filter(Boolean))
  },
)

test('scores of each version of CVSS by each source are those of Snyk and of GitHub', async () => {
  const shop = await project()
  const v3 = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H'
  const v4 = 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:H/SC:N/SI:N/SA:N'
  const by = (assigner: string, cvssVersion: string, baseScore: number, vector: string) => ({
    ...{ assigner, cvssVersion, baseScore, vector, severity: 'high', type: 'primary' },
  })
  const cvssSources = [by('NVD', '3.1', 7.5, v3), by('Snyk', '3.1', 7.5, v3), by('Snyk', '4.0', 8.7, v4)]
  await shop.send(snyk(issueOfSnyk([], { severity: undefined, cvssSources })))
  expect(await shop.vulnerabilities()).toMatchObject([
    {
      severity: 'high',
      severity_from: { method: 'CVSSv4', source: 'Snyk' },
      cvss: [{ method: 'CVSSv4', score: 8.7 }, { score: 7.5 }, { score: 7.5 }],
    },
  ])

  const other = await project()
  const alert = (number: number, cvss_severities: object) => ({
    number,
    state: 'open',
    dependency: { package: { ecosystem: 'npm', name: `form-${number}` }, manifest_path: 'package-lock.json' },
    security_advisory: {
      ...{ ghsa_id: `GHSA-aaaa-bbbb-ccc${number}`, cve_id: null, summary: 'Overrun', severity: 'high' },
      ...{ identifiers: [], cvss: { score: 0, vector_string: null }, cvss_severities },
    },
    security_vulnerability: {
      severity: 'high',
      vulnerable_version_range: '< 2',
      first_patched_version: null,
    },
    html_url: `https://github.com/acme/shop/security/dependabot/${number}`,
  })
  const none = { score: 0, vector_string: null }
  await other.send([
    alert(1, { cvss_v3: { score: 7.5, vector_string: v3 }, cvss_v4: { score: 8.7, vector_string: v4 } }),
    alert(2, { cvss_v3: none, cvss_v4: { score: 0, vector_string: v4 } }),
    alert(3, { cvss_v3: none, cvss_v4: none }),
    alert(4, { cvss_v3: { score: 7.5, vector_string: v3 } }),
  ])
  const scores = (await other.vulnerabilities()).map(({ cvss }) =>
    (cvss ?? []).map(({ method, score }) => [method, score]),
  )
  expect(scores).toEqual([
    [
      ['CVSSv4', 8.7],
      ['CVSSv31', 7.5],
    ],
    [['CVSSv4', 8.7]],
    [],
    [['CVSSv31', 7.5]],
  ])
})
