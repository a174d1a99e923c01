import { describe, expect, test } from 'vitest'
import { check } from '#server/reports/readers/checkov/testing/sample.ts'
import {
  containerScanning,
  dependencyScanning,
  sast,
  secretDetection,
} from '#server/reports/readers/gitlab/testing/sample.ts'
import {
  license,
  misconfiguration,
  secret,
  report as trivyReport,
  vulnerability,
} from '#server/reports/readers/trivy/testing/sample.ts'
import { repeatedOnEngine } from '#server/testing/database.ts'
import { type Project, projects } from './testing/project.ts'

const project = projects()

interface GitLabReport {
  version: string
  scan: object
  vulnerabilities: readonly { location: object }[]
}

/** A report of an analyzer of GitLab that finds things of several types. */
const gitlab = (
  file: GitLabReport,
  vulnerabilities: GitLabReport['vulnerabilities'] = file.vulnerabilities,
): GitLabReport => ({
  ...file,
  scan: { ...file.scan, scanner: { id: 'all', name: 'All in one', version: '1.0.0' } },
  vulnerabilities,
})
const gitlabTypes: [string, GitLabReport][] = [
  ['sast', sast],
  ['secret_detection', secretDetection],
  ['dependency_scanning', dependencyScanning],
  ['container_scanning', containerScanning],
]

const checkov = (check_type: string, failed_checks: object[]) => ({
  check_type,
  results: { passed_checks: [], failed_checks, skipped_checks: [], parsing_errors: [] },
  summary: { passed: 0, failed: failed_checks.length, checkov_version: '3.2.334' },
})
const nothingChecked = { passed: 0, failed: 0, skipped: 0, parsing_errors: 0, checkov_version: '3.2.334' }

const trivy = (ArtifactType: string, Results?: object[]) => ({ ...trivyReport(Results), ArtifactType })
const lockfile = (more: object) => ({ Target: 'package-lock.json', Class: 'lang-pkgs', Type: 'npm', ...more })
const clean = lockfile({})
const dockerfile = (more: object) => ({ Target: 'Dockerfile', Class: 'config', Type: 'dockerfile', ...more })
const cleanDockerfile = dockerfile({ MisconfSummary: { Successes: 20, Failures: 0 } })
const leaking = { Target: 'deploy.sh', Class: 'secret', Secrets: [secret] }
const licensed = { Target: 'package-lock.json', Class: 'license', Licenses: [license] }
const noLicenses = { Target: 'OS Packages', Class: 'license' }

const grype = (type: string, matches: object[]) => ({
  matches,
  source: { type, target: type === 'image' ? { userInput: 'acme/shop:1' } : '.' },
  descriptor: { name: 'grype', version: '0.90.0' },
})
const match = {
  vulnerability: { id: 'GHSA-35jh-r3h4-6jhm', severity: 'High' },
  artifact: { name: 'lodash', version: '4.17.20', type: 'npm', locations: [{ path: '/package.json' }] },
}

const osv = (found: boolean, more: object = {}) => ({
  results: found
    ? [
        {
          source: { path: 'package-lock.json', type: 'lockfile' },
          packages: [
            {
              package: { name: 'lodash', version: '4.17.20', ecosystem: 'npm' },
              vulnerabilities: [{ id: 'GHSA-35jh-r3h4-6jhm' }],
              groups: [
                { ids: ['GHSA-35jh-r3h4-6jhm'], aliases: ['GHSA-35jh-r3h4-6jhm'], max_severity: '7.2' },
              ],
            },
          ],
        },
      ]
    : [],
  experimental_config: { licenses: { summary: false, allowlist: null } },
  ...more,
})
const ofImage = { image_metadata: { os: 'Debian GNU/Linux 12', layer_metadata: [], base_images: [] } }

const snyk = (vulnerabilities: object[], more: object = {}) => ({
  ok: vulnerabilities.length === 0,
  vulnerabilities,
  dependencyCount: 12,
  packageManager: 'npm',
  projectName: 'shop',
  displayTargetFile: 'package.json',
  ...more,
})
const issue = {
  id: 'SNYK-JS-LODASH-1040724',
  title: 'Command Injection',
  severity: 'high',
  packageName: 'lodash',
  version: '4.17.20',
  from: ['shop@1.0.0', 'lodash@4.17.20'],
}

const semgrep = (results: object[], more: object = {}) => ({
  version: '1.140.0',
  results,
  errors: [],
  paths: { scanned: ['app/views.py', 'package-lock.json'] },
  ...more,
})
const span = { start: { line: 3, col: 1, offset: 0 }, end: { line: 3, col: 9, offset: 8 } }
const inPackage = {
  check_id: 'ssc-1',
  path: 'package-lock.json',
  ...span,
  extra: {
    message: 'Templates of lodash can run commands.',
    severity: 'ERROR',
    metadata: { 'sca-vuln-database-identifier': 'CVE-2021-23337' },
    sca_info: {
      reachable: false,
      reachability_rule: false,
      dependency_match: {
        dependency_pattern: { ecosystem: 'npm', package: 'lodash', semver_range: '<4.17.21' },
        found_dependency: { package: 'lodash', version: '4.17.20', ecosystem: 'npm', transitivity: 'direct' },
        lockfile: 'package-lock.json',
      },
    },
  },
}
const subprojects = [{ dependency_sources: ['package-lock.json'], resolved: true }]

const cycloneDx = (type: string, found: boolean) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  metadata: {
    tools: { components: [{ type: 'application', name: 'syft', version: '1.18.0' }] },
    component: { 'bom-ref': 'root', type, name: 'shop' },
  },
  components: [
    { 'bom-ref': 'a', type: 'library', name: 'lodash', version: '4.17.20', purl: 'pkg:npm/lodash@4.17.20' },
  ],
  vulnerabilities: found
    ? [{ id: 'CVE-2021-23337', ratings: [{ severity: 'high' }], affects: [{ ref: 'a' }] }]
    : [],
})

const sarif = (id: string | null, found: boolean) => ({
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'KICS', version: '2.1.0' } },
      ...(id === null ? {} : { automationDetails: { id } }),
      results: found
        ? [
            {
              ruleId: 'a4966c4f',
              message: { text: 'The bucket is public.' },
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: 'main.tf' },
                    region: { startLine: 3 },
                  },
                },
              ],
            },
          ]
        : [],
    },
  ],
})

/** The statuses of all findings, of whichever kind. */
async function statuses(shop: Project): Promise<string[]> {
  const secrets = (await shop.secrets()).map(({ status }) =>
    status.replace('FINDING_STATUS_', '').toLowerCase(),
  )
  return [...(await shop.code()), ...(await shop.vulnerabilities())]
    .map(({ status }) => status)
    .concat(secrets)
}

const tests: [string, object | object[], [string, object | object[]][], object | object[]][] = [
  ...gitlabTypes.map(([type, file]): [string, object, [string, object][], object] => [
    `GitLab, ${type}`,
    gitlab(file),
    gitlabTypes
      .filter(([other]) => other !== type)
      .map(([other, empty]) => [`an empty one of ${other}`, gitlab(empty, [])]),
    gitlab(file, []),
  ]),
  [
    'Checkov, Terraform',
    checkov('terraform', [check]),
    [
      ['one of CloudFormation', checkov('cloudformation', [])],
      ['one of several others', [checkov('kubernetes', []), checkov('helm', []), nothingChecked]],
      ['one with nothing to check', nothingChecked],
    ],
    [checkov('kubernetes', []), checkov('terraform', [])],
  ],
  [
    'Trivy, packages in files',
    trivy('repository', [lockfile({ Vulnerabilities: [vulnerability] })]),
    [
      ['trivy image', trivy('container_image', [clean])],
      ['trivy config', trivy('filesystem', [cleanDockerfile])],
      ['trivy config without files', trivy('filesystem')],
      ['trivy fs --scanners license', trivy('filesystem', [noLicenses])],
      ['trivy sbom', trivy('cyclonedx', [clean])],
    ],
    trivy('filesystem', [clean]),
  ],
  [
    'Trivy, misconfigurations',
    trivy('filesystem', [dockerfile({ Misconfigurations: [misconfiguration] })]),
    [
      ['trivy fs', trivy('filesystem', [clean, leaking])],
      ['trivy image', trivy('container_image', [cleanDockerfile])],
      ['trivy fs --scanners license', trivy('filesystem', [noLicenses])],
    ],
    trivy('filesystem', [clean, cleanDockerfile, leaking]),
  ],
  [
    'Trivy, secrets',
    trivy('filesystem', [leaking]),
    [
      ['trivy config', trivy('filesystem', [cleanDockerfile])],
      ['trivy fs --scanners license', trivy('filesystem', [noLicenses])],
      ['trivy image', trivy('container_image', [clean])],
    ],
    trivy('filesystem', [clean]),
  ],
  [
    'Trivy, licenses',
    trivy('filesystem', [licensed]),
    [
      ['trivy config', trivy('filesystem', [cleanDockerfile])],
      ['trivy fs', trivy('filesystem', [clean])],
    ],
    trivy('filesystem', [clean, cleanDockerfile, noLicenses]),
  ],
  [
    'Trivy, an image',
    trivy('container_image', [lockfile({ Vulnerabilities: [vulnerability] })]),
    [['trivy fs', trivy('filesystem', [clean])]],
    trivy('container_image', [clean]),
  ],
  ['Grype, files', grype('directory', [match]), [['an image', grype('image', [])]], grype('file', [])],
  ['Grype, an image', grype('image', [match]), [['files', grype('directory', [])]], grype('image', [])],
  ['OSV-Scanner, files', osv(true), [['an image', osv(false, ofImage)]], osv(false)],
  ['OSV-Scanner, an image', osv(true, ofImage), [['files', osv(false)]], osv(false, ofImage)],
  [
    'Snyk Open Source',
    snyk([issue]),
    [['snyk container test', snyk([], { packageManager: 'deb', docker: {} })]],
    snyk([]),
  ],
  [
    'Snyk Container',
    snyk([issue], { docker: {} }),
    [['snyk test', snyk([])]],
    snyk([], { packageManager: 'deb', docker: {} }),
  ],
  [
    'Semgrep Supply Chain',
    semgrep([inPackage], { subprojects }),
    [['of code alone', semgrep([])]],
    semgrep([], { subprojects }),
  ],
  [
    'CycloneDX, an application',
    cycloneDx('application', true),
    [['an image', cycloneDx('container', false)]],
    // Another version of the tool may call the subject otherwise.
    cycloneDx('framework', false),
  ],
  [
    'CycloneDX, an image',
    cycloneDx('container', true),
    [['a folder', cycloneDx('file', false)]],
    cycloneDx('container', false),
  ],
  [
    'SARIF with `automationDetails`',
    sarif('kics/terraform/', true),
    [
      ['another id', sarif('kics/kubernetes/', false)],
      ['without an id', sarif(null, false)],
    ],
    sarif('kics/terraform/2', false),
  ],
]

describe('a report of another part of the same tool fixes nothing, one of the same part does', () => {
  const cases = tests.flatMap(([name, found, others, same]) =>
    others.map(([other, file]) => [name, other, found, file, same] as const),
  )
  test.each(repeatedOnEngine(cases))('%s: %s', async (_, __, found, other, same) => {
    const shop = await project()
    await shop.send(found)
    const open = await statuses(shop)
    expect(open).toEqual(['open'])
    await shop.send(other)
    expect((await statuses(shop)).slice(0, 1)).toEqual(['open'])
    await shop.send(same)
    expect((await statuses(shop))[0]).toBe('fixed')
  })
})

describe('what was stored without its part, by an earlier version or from another format', () => {
  async function stored(file: object | object[]) {
    const shop = await project()
    await shop.send(file)
    await shop.service.services.database.write((transaction) =>
      transaction.updateTable('finding_evidence').set({ part: null }).execute(),
    )
    return shop
  }

  test.each<[string, object | object[]]>([
    ['GitLab', gitlab(sast)],
    ['Checkov', checkov('terraform', [check])],
    ['Grype', grype('image', [match])],
    ['Trivy', trivy('container_image', [lockfile({ Vulnerabilities: [vulnerability] })])],
    ['Trivy licenses', trivy('filesystem', [licensed])],
    ['Semgrep', semgrep([inPackage], { subprojects })],
    ['CycloneDX', cycloneDx('container', true)],
  ])('keeps its row: %s', async (_, file) => {
    const shop = await stored(file)
    const ids = [...(await shop.code()), ...(await shop.vulnerabilities())].map(({ id }) => id)
    expect(ids).toHaveLength(1)
    const { report } = await shop.send(file)
    expect(report).toMatchObject({ new: 0, unchanged: 1, fixed: 0 })
    expect([...(await shop.code()), ...(await shop.vulnerabilities())].map(({ id }) => id)).toEqual(ids)
  })

  test('stays open with a report of which nothing was recognized', async () => {
    for (const [found, other] of [
      [checkov('terraform', [check]), checkov('kubernetes', [])],
      [gitlab(sast), gitlab(secretDetection, [])],
      [gitlab(sast), gitlab(secretDetection)],
    ] as const) {
      const shop = await stored(found)
      await shop.send(other)
      expect((await statuses(shop))[0]).toBe('open')
    }
  })

  test('is fixed by an empty report of the part that all of its kind belong to', async () => {
    for (const [found, empty] of [
      [gitlab(sast), gitlab(sast, [])],
      [gitlab(secretDetection), gitlab(secretDetection, [])],
      [semgrep([inPackage], { subprojects }), semgrep([], { subprojects })],
    ] as const) {
      const shop = await stored(found)
      await shop.send(empty)
      expect((await statuses(shop))[0]).toBe('fixed')
    }
    const shop = await stored(semgrep([inPackage], { subprojects }))
    await shop.send(semgrep([]))
    expect(await statuses(shop)).toEqual(['open'])
  })

  test('is fixed with a report that recognizes others', async () => {
    const shop = await stored(checkov('terraform', [check, { ...check, repo_file_path: '/infra/other.tf' }]))
    expect((await shop.send(checkov('terraform', [check]))).report).toMatchObject({
      unchanged: 1,
      fixed: 1,
    })
  })

  test('and a report without parts is about all of them', async () => {
    const shop = await project()
    await shop.send(checkov('terraform', [check]))
    await shop.send({
      version: '2.1.0',
      runs: [{ tool: { driver: { name: 'Checkov', rules: [] } }, results: [] }],
    })
    expect(await statuses(shop)).toEqual(['fixed'])
  })
})

test('a category that the sender gives does not join parts', async () => {
  const shop = await project()
  const category = { category: 'shop' }
  await shop.send(gitlab(sast), category)
  await shop.send(gitlab(secretDetection, []), category)
  expect(await statuses(shop)).toEqual(['open'])
})

test('files of one scan are about the parts of all of them', async () => {
  const shop = await project()
  await shop.send([
    checkov('terraform', [check]),
    checkov('kubernetes', [{ ...check, check_id: 'CKV_K8S_1' }]),
  ])
  expect(await statuses(shop)).toEqual(['open', 'open'])
  await shop.send([checkov('terraform', []), checkov('kubernetes', [])])
  expect(await statuses(shop)).toEqual(['fixed', 'fixed'])
})
