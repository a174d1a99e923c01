import { describe, expect, test } from 'vitest'
import { faultOf, fixture, onlyFinding, onlyRun, read } from '../../testing/read.ts'

/** A file of the given parts. */
const bom = (parts: object) => ({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, ...parts })

async function lockfilesOf(parts: object) {
  return onlyRun(await read(bom(parts))).lockfiles ?? []
}

/** The dependencies of a file that names one lockfile. */
async function dependenciesOf(parts: object) {
  const lockfiles = await lockfilesOf(parts)
  expect(lockfiles).toHaveLength(1)
  return lockfiles[0]?.dependencies ?? []
}

const npm = (name: string, more: object = {}) => ({
  type: 'library',
  'bom-ref': name,
  name,
  version: '1.0.0',
  purl: `pkg:npm/${name}@1.0.0`,
  ...more,
})

test('an ecosystem that is called like a part of each object joins group and name', async () => {
  const components = ['constructor', '__proto__'].map((value) =>
    npm('part', { group: 'whole', properties: [{ name: 'gatehouse:ecosystem', value }] }),
  )
  expect(await dependenciesOf({ components })).toMatchObject([
    { ecosystem: 'constructor', name: 'whole/part' },
    { ecosystem: '__proto__', name: 'whole/part' },
  ])
})

test('a license that nothing is asserted of is not known', async () => {
  const components = [
    npm('one', { licenses: [{ license: { name: 'NOASSERTION' } }] }),
    npm('two', { licenses: [{ expression: 'NOASSERTION' }, { license: { id: 'MIT' } }] }),
  ]
  expect(await dependenciesOf({ components })).toMatchObject([{ licenses: [] }, { licenses: ['MIT'] }])
})

test('a license of the SPDX list is spelled as there, in whatever case it comes', async () => {
  const licenses = ['mit', 'MIT', 'apache-2.0', 'own', '__proto__'].map((one) => ({ license: { name: one } }))
  expect(await dependenciesOf({ components: [npm('one', { licenses })] })).toMatchObject([
    { licenses: ['MIT', 'Apache-2.0', 'own', '__proto__'] },
  ])
})

describe('samples of real tools', () => {
  test('jake2: packages without a graph', async () => {
    const run = onlyRun(await read(fixture('cyclonedx_jake2.json')))
    const [lockfile, ...others] = run.lockfiles ?? []
    expect(others).toEqual([])
    expect(lockfile).toMatchObject({ path: 'bom.cdx.json', located: false })
    expect(lockfile?.dependencies).toHaveLength(67)
    expect(lockfile?.dependencies[0]).toEqual({
      ecosystem: 'pypi',
      name: 'webencodings',
      version: '0.5.1',
      transitivity: 'unknown',
      licenses: ['BSD'],
      hashes: [],
      purl: null,
      line: null,
      requires: null,
    })
    expect(run.findings).toHaveLength(7)
    expect(run.findings[0]).toMatchObject({
      kind: 'supplyChain',
      rulePath: 'c7129ff8-08bc-4afe-82ec-7d97b9491741',
      vulnerabilityIdentifier: 'CVE-2021-33203',
      severity: 'high',
      location: { filePath: 'bom.cdx.json' },
      foundDependency: { ecosystem: 'pypi', package: 'Django', version: '2.0' },
    })
  })

  test('issue_9277: an operating system is no package, what it asks for is direct', async () => {
    const report = await read(fixture('cyclonedx_issue_9277.json'))
    const run = onlyRun(report)
    expect(report).toMatchObject({ format: 'cyclonedx', read: 14, leftOut: [] })
    expect(run.tool).toEqual({ name: 'trivy', version: '0.48.1' })
    expect(run.completedAt).toBe('2024-01-04T15:25:30.000Z')
    const [lockfile] = run.lockfiles ?? []
    expect(lockfile?.path).toBe('ubuntu:latest.cdx.json')
    expect(lockfile?.dependencies).toHaveLength(101)
    const adduser = lockfile?.dependencies.find(({ name }) => name === 'adduser')
    expect(adduser).toMatchObject({
      ecosystem: 'deb',
      version: '3.118ubuntu5',
      transitivity: 'direct',
      purl: 'pkg:deb/ubuntu/adduser@3.118ubuntu5?arch=all&distro=ubuntu-22.04',
    })
    expect(adduser?.requires?.map((other) => lockfile?.dependencies[other]?.name)).toEqual([
      'debconf',
      'passwd',
    ])
    expect(run.findings[0]).toMatchObject({
      rulePath: 'CVE-2016-2781',
      severity: 'medium',
      message: expect.stringContaining('chroot in GNU coreutils'),
      foundDependency: { ecosystem: 'deb', package: 'coreutils', version: '8.32-4.1ubuntu1' },
      references: expect.arrayContaining(['https://nvd.nist.gov/vuln/detail/CVE-2016-2781']),
    })
    expect(run.rules[0]).toMatchObject({ path: 'CVE-2016-2781', cweNames: ['CWE-20'] })
  })

  test('juice shop: nested components, hashes and the whole graph', async () => {
    const run = onlyRun(await read(fixture('cyclonedx_juice_shop_nested.json'), { pieces: 65_536 }))
    expect(run.tool).toEqual({ name: 'cyclonedx-npm', version: '1.9.2' })
    expect(run.coverage.findings).toBe(false)
    const [lockfile] = run.lockfiles ?? []
    expect(lockfile?.path).toBe('juice-shop.cdx.json')
    const { dependencies = [] } = lockfile ?? {}
    const sample = JSON.parse(fixture('cyclonedx_juice_shop_nested.json').toString())
    const names = new Set<string>()
    const walk = (list: { group?: string; name: string; version: string; components?: never[] }[] = []) => {
      for (const one of list) {
        names.add(`${one.group ? `${one.group}/` : ''}${one.name}@${one.version}`)
        walk(one.components)
      }
    }
    walk(sample.components)
    // Of 1115 components, some packages stand in several folders.
    expect(names.size).toBe(978)
    expect(new Set(dependencies.map(({ name, version }) => `${name}@${version}`))).toEqual(names)
    expect(dependencies.every(({ requires }) => requires !== null)).toBe(true)
    const express = dependencies.find(({ name }) => name === 'express')
    expect(express).toMatchObject({
      ecosystem: 'npm',
      transitivity: 'direct',
      licenses: ['MIT'],
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
      purl: null,
    })
    const standing = Object.groupBy(dependencies, ({ transitivity }) => transitivity)
    expect(standing.direct?.length).toBeGreaterThan(50)
    expect(standing.transitive?.length).toBeGreaterThan(800)
    expect(standing.unknown ?? []).toEqual([])
  })

  test('a vulnerability of a component that is not there stands for what is named', async () => {
    const run = onlyRun(await read(fixture('cyclonedx_no-severity.json')))
    expect(run.lockfiles).toBeNull()
    expect(run.findings).toMatchObject([
      { rulePath: 'CVE-2021-44228', severity: 'critical', foundDependency: { package: 'gerbwetbqt' } },
    ])
  })

  test('one that is said to do no harm is muted, and says what mends it', async () => {
    const finding = onlyFinding(await read(fixture('cyclonedx_valid-vulnerability-1.4.json')), 'supplyChain')
    expect(finding).toMatchObject({
      suppressed: true,
      severity: 'critical',
      vulnerabilityIdentifier: 'CVE-2018-7489',
      reachability: 'unknown',
      epss: null,
      fixRecommendations: ['2.6.7.5', '2.8.11.1', '2.9.5'].map((version) => ({
        package: 'com.fasterxml.jackson.core:jackson-databind',
        version,
      })),
    })
  })
})

describe('components', () => {
  test.each([
    [{ purl: 'pkg:npm/%40scope/a@1.0.0' }, 'npm', '@scope/a', '1.0.0', null],
    [{ purl: 'pkg:maven/org.a/b@2', group: 'org.a', name: 'b', version: '2' }, 'maven', 'org.a:b', '2', null],
    [{ purl: 'pkg:pypi/ruamel-yaml@1', name: 'ruamel.yaml', version: '1' }, 'pypi', 'ruamel-yaml', '1', null],
    [{ purl: 'pkg:pypi/django@5.0', name: 'Django', version: '5.0' }, 'pypi', 'Django', '5.0', null],
    [{ purl: 'pkg:golang/github.com/a/b@v1.2.3' }, 'gomod', 'github.com/a/b', 'v1.2.3', null],
    [
      { purl: 'pkg:npm/a@1.0.0?repository_url=x.example', name: 'a', version: '1.0.0' },
      'npm',
      'a',
      '1.0.0',
      'pkg:npm/a@1.0.0?repository_url=x.example',
    ],
    [{ name: 'zlib', version: '1.3' }, 'generic', 'zlib', '1.3', null],
    [{ group: 'acme', name: 'core' }, 'generic', 'acme/core', '', null],
    [{ name: 'broken', purl: 'not a purl' }, 'generic', 'broken', '', 'not a purl'],
    [
      { name: 'dune', version: '3', properties: [{ name: 'gatehouse:ecosystem', value: 'opam' }] },
      'opam',
      'dune',
      '3',
      null,
    ],
  ])('%j is named as its ecosystem does', async (component, ecosystem, name, version, purl) => {
    expect(await dependenciesOf({ components: [component] })).toMatchObject([
      { ecosystem, name, version, purl },
    ])
  })

  test('licenses by id, name or expression; hashes of known algorithms and their length', async () => {
    const [one] = await dependenciesOf({
      components: [
        npm('a', {
          licenses: [
            { license: { id: 'MIT' } },
            { license: { name: 'Ours' } },
            { expression: '0BSD OR MIT' },
          ],
          hashes: [
            { alg: 'SHA-1', content: 'A'.repeat(40) },
            { alg: 'SHA-256', content: 'ab' },
            { alg: 'ROT13', content: 'a'.repeat(64) },
          ],
        }),
      ],
    })
    expect(one).toMatchObject({
      licenses: ['MIT', 'Ours', '0BSD OR MIT'],
      hashes: [{ alg: 'SHA-1', content: 'a'.repeat(40) }],
    })
  })

  test('what the root asks for is direct, what these ask for transitive, the rest not known', async () => {
    const parts = {
      metadata: { component: { 'bom-ref': 'root', name: 'shop', type: 'application' } },
      components: ['a', 'b', 'c'].map((name) => npm(name)),
    }
    const standing = async (dependencies: object[]) =>
      (await dependenciesOf({ ...parts, dependencies })).map((one) => [one.transitivity, one.requires])
    const graph = [
      { ref: 'root', dependsOn: ['a', 'nowhere'] },
      { ref: 'a', dependsOn: ['b', 'a', 'root', 'b'] },
      { ref: 'b' },
    ]
    expect(await standing(graph)).toEqual([
      ['direct', [1]],
      ['transitive', []],
      ['unknown', null],
    ])
    expect(await standing(graph.slice(1))).toEqual([
      ['unknown', [1]],
      ['unknown', []],
      ['unknown', null],
    ])
    expect(await standing([])).toEqual(Array(3).fill(['unknown', null]))
  })

  test('lockfiles are those that components name, in each of them once', async () => {
    const own = (name: string, value: string) => ({ name, value })
    const lockfiles = await lockfilesOf({
      components: [
        npm('a', {
          properties: [
            own('gatehouse:lockfile:direct', 'package-lock.json'),
            own('gatehouse:lockfile:transitive', 'web/package-lock.json'),
            own('gatehouse:lockfile', 'other.lock'),
          ],
        }),
        npm('b', { properties: [own('syft:location:0:path', '/web/package-lock.json')] }),
        npm('c', { evidence: { occurrences: [{ location: 'web/package-lock.json', line: 7 }] } }),
        npm('d', { properties: [own('cdx:npm:package:path', 'node_modules/d')] }),
      ],
      dependencies: [{ ref: 'a', dependsOn: ['b', 'd'] }],
    })
    const told = lockfiles.map(({ path, located, dependencies }) => [
      path,
      located,
      dependencies.map((one) => [one.name, one.transitivity, one.line, one.requires]),
    ])
    expect(told).toEqual([
      ['package-lock.json', true, [['a', 'direct', null, []]]],
      [
        'web/package-lock.json',
        true,
        [
          ['a', 'transitive', null, [1]],
          ['b', 'unknown', null, null],
          ['c', 'unknown', 7, null],
        ],
      ],
      ['other.lock', false, [['a', 'unknown', null, []]]],
      ['bom.cdx.json', false, [['d', 'unknown', null, null]]],
    ])
  })

  test('a file that was analysed holds what it asks for', async () => {
    const analysed = (name: string) => ({
      type: 'application',
      'bom-ref': name,
      name,
      properties: [{ name: 'aquasecurity:trivy:Class', value: 'lang-pkgs' }],
    })
    const lockfiles = await lockfilesOf({
      metadata: { component: { 'bom-ref': 'root', name: '.', type: 'application' } },
      components: [analysed('yarn.lock'), analysed('api/go.mod'), npm('a'), npm('b'), npm('c')],
      dependencies: [
        { ref: 'root', dependsOn: ['yarn.lock', 'api/go.mod'] },
        { ref: 'yarn.lock', dependsOn: ['a'] },
        { ref: 'a', dependsOn: ['b'] },
        { ref: 'api/go.mod', dependsOn: ['b'] },
      ],
    })
    expect(lockfiles.map(({ path, dependencies }) => [path, dependencies.map(({ name }) => name)])).toEqual([
      ['yarn.lock', ['a', 'b']],
      ['api/go.mod', ['b']],
      ['bom.cdx.json', ['c']],
    ])
  })

  test('equal components are one, and files and nameless ones are none', async () => {
    const report = await read(
      bom({
        components: [
          npm('a', { licenses: [{ license: { id: 'MIT' } }] }),
          npm('a', { 'bom-ref': 'again', licenses: [{ license: { id: '0BSD' } }] }),
          { type: 'file', name: 'README.md' },
          { type: 'library' },
        ],
        dependencies: [{ ref: 'again', dependsOn: ['a'] }],
      }),
    )
    expect(onlyRun(report).lockfiles).toMatchObject([
      { dependencies: [{ name: 'a', licenses: ['MIT', '0BSD'], requires: [] }] },
    ])
    expect(report.leftOut).toEqual([
      { reason: 'component of type "file"', count: 1 },
      { reason: 'component without a name', count: 1 },
      { reason: 'component listed twice', count: 1 },
    ])
  })

  test('no components are something else than none said', async () => {
    expect(await lockfilesOf({ components: [] })).toEqual([])
    expect(onlyRun(await read(bom({}))).lockfiles).toBeNull()
  })
})

describe('vulnerabilities', () => {
  const flaw = (more: object = {}) => ({ id: 'CVE-2024-1', affects: [{ ref: 'a' }], ...more })
  const findings = async (vulnerability: object) =>
    onlyRun(await read(bom({ components: [npm('a')], vulnerabilities: [vulnerability] }))).findings

  test.each([
    [
      [
        { method: 'CVSSv2', severity: 'low' },
        { method: 'CVSSv31', severity: 'high' },
      ],
      'high',
    ],
    [[{ method: 'CVSSv3', score: 9.1 }], 'critical'],
    [[{ method: 'other', severity: 'medium' }], 'medium'],
    [[{ severity: 'none' }], 'low'],
    [[{ severity: 'unknown' }], 'medium'],
    [undefined, 'medium'],
  ])('ratings %j are %s', async (ratings, severity) => {
    expect(await findings(flaw({ ratings }))).toMatchObject([{ severity }])
  })

  test.each(['resolved', 'resolved_with_pedigree'])('%s is left out, and said', async (state) => {
    const report = await read(
      bom({ components: [npm('a')], vulnerabilities: [flaw({ analysis: { state } })] }),
    )
    expect(report).toMatchObject({ read: 1, leftOut: [{ reason: `analysis state "${state}"`, count: 1 }] })
    expect(onlyRun(report).findings).toEqual([])
  })

  test('others stay, those that do no harm muted', async () => {
    for (const [state, suppressed] of [
      ['not_affected', true],
      ['false_positive', true],
      ['exploitable', false],
      ['in_triage', false],
    ])
      expect(await findings(flaw({ analysis: { state } }))).toMatchObject([{ suppressed }])
  })

  test('each package and lockfile is a finding of its own; a link to another file is followed', async () => {
    const properties = ['a.lock', 'b.lock'].map((value) => ({ name: 'gatehouse:lockfile', value }))
    const run = onlyRun(
      await read(
        bom({
          vulnerabilities: [
            flaw({ affects: [{ ref: 'a' }, { ref: 'urn:cdx:3e671687-395b-41f5-a30f-a58921a69b79/1#b' }] }),
            flaw({ id: 'CVE-2024-2', affects: [{ ref: 'pkg:npm/elsewhere@3.0.0' }] }),
            flaw({ id: 'CVE-2024-3', affects: [{ ref: 'pkg:deb/debian/tar@1.30?arch=all' }] }),
          ],
          components: [npm('a', { properties }), npm('b')],
        }),
      ),
    )
    expect(
      run.findings.map((each) => [
        each.rulePath,
        each.location?.filePath,
        each.kind === 'supplyChain' && each.foundDependency.package,
      ]),
    ).toEqual([
      ['CVE-2024-1', 'a.lock', 'a'],
      ['CVE-2024-1', 'b.lock', 'a'],
      ['CVE-2024-1', 'bom.cdx.json', 'b'],
      ['CVE-2024-2', 'bom.cdx.json', 'elsewhere'],
      ['CVE-2024-3', 'bom.cdx.json', 'tar'],
    ])
    expect(new Set(run.findings.map((each) => each.matchBasedId)).size).toBe(5)
  })

  test.each([
    ['Upgrade coreutils to version 9.5', ['9.5']],
    ['Update to v1.2.3 or v2.0.0-rc.1.', ['1.2.3', '2.0.0-rc.1']],
    ['Move away from it', []],
    [17, []],
  ])('%j names the versions %j', async (recommendation, versions) => {
    expect(await findings(flaw({ recommendation }))).toMatchObject([
      { fixRecommendations: versions.map((version) => ({ package: 'a', version })) },
    ])
  })
})

describe('what is refused', () => {
  test.each([
    [{ specVersion: '2.0' }, '/specVersion'],
    [{ specVersion: '1.1' }, '/specVersion'],
    [{ components: {} }, '/components'],
    [{ components: ['a'] }, '/components/0'],
    [{ vulnerabilities: [1] }, '/vulnerabilities/0'],
    [{ dependencies: 'a' }, '/dependencies'],
  ])('%j', async (parts, path) => {
    expect(await faultOf(bom(parts))).toMatchObject({ path })
  })

  test('another `bomFormat`, also where whoever sent the file names the format', async () => {
    expect((await faultOf(bom({ bomFormat: 'Other' }))).message).toMatch(/has no `bomFormat` "CycloneDX"/)
    expect(await faultOf(bom({ bomFormat: 'Other' }), { format: 'cyclonedx' })).toMatchObject({
      path: '/bomFormat',
    })
  })

  test('more results than a file of its size would hold', async () => {
    const affects = Array.from({ length: 60_000 }, (_, index) => ({ ref: `x${index}` }))
    const fault = await faultOf(bom({ vulnerabilities: [{ id: 'a', affects }] }), { pieces: 65_536 })
    expect(fault.message).toMatch(/smaller than 100 bytes/)
  })
})
