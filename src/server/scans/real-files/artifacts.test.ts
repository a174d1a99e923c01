import { describe, expect, test } from 'vitest'
import { listFindings } from '#contract/operations/findings.ts'
import { exportVex } from '#contract/operations/vex.ts'
import { repeatedOnEngine } from '#server/testing/database.ts'
import { cycloneDx, library, osvScanner, vulnerability } from './testing/files.ts'
import { type Project, projects } from './testing/project.ts'

const project = projects()

/** A vulnerable package of an image, as its scanner names it. */
interface Found {
  name: string
  version: string
  purl?: string
  /** The distribution, where it is no Debian 12.5. */
  system?: string
}

const cve = 'CVE-2026-100'
const trivyImage = (found: readonly Found[]) => ({
  SchemaVersion: 2,
  ArtifactName: 'acme/shop:1',
  ArtifactType: 'container_image',
  Results: [
    {
      Target: `acme/shop:1 (${found[0]?.system ?? 'debian 12.5'})`,
      Class: 'os-pkgs',
      Type: (found[0]?.system ?? 'debian').split(' ')[0],
      Vulnerabilities: found.map(({ name, version, purl }) => ({
        ...{ VulnerabilityID: cve, PkgName: name, InstalledVersion: version, Severity: 'HIGH' },
        ...(purl ? { PkgIdentifier: { PURL: purl } } : {}),
      })),
    },
  ],
})

const trivySarif = (found: readonly Found[]) => ({
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: { name: 'Trivy', rules: [{ id: cve, properties: { tags: ['vulnerability', 'security'] } }] },
      },
      results: found.map(({ name, version }) => ({
        ruleId: cve,
        level: 'error',
        message: {
          text: `Package: ${name}\nInstalled Version: ${version}\nVulnerability ${cve}\nSeverity: HIGH`,
        },
        locations: [
          { physicalLocation: { artifactLocation: { uri: 'acme/shop' }, region: { startLine: 1 } } },
        ],
      })),
    },
  ],
})

const grypeImage = (found: readonly Found[]) => ({
  matches: found.map(({ name, version, purl }) => ({
    vulnerability: { id: cve, severity: 'High' },
    artifact: { name, version, type: 'deb', ...(purl ? { purl } : {}) },
  })),
  source: { type: 'image', target: { userInput: 'acme/shop:1' } },
  distro: { name: 'debian', version: '12' },
  descriptor: { name: 'grype', version: '0.90.0' },
})

const bom = (found: readonly Found[]) =>
  cycloneDx(
    found.map(({ name, version, purl }, at) => ({
      ...library(purl ?? `pkg:generic/${name}`, { name, version, 'bom-ref': `ref-${at}` }),
      ...(purl ? {} : { purl: undefined }),
    })),
    {
      vulnerabilities: [
        vulnerability(
          cve,
          [...found.keys()].map((at) => `ref-${at}`),
        ),
      ],
    },
  )

/** The findings of a project by version and package URL: whether they are the ignored one, or on offer. */
async function standing(shop: Project, ignored: number) {
  const found = await shop.vulnerabilities()
  return found
    .filter(({ state }) => state !== 'fixed' && state !== 'removed')
    .map((one) => (one.id === ignored && one.triage_state === 'ignored' ? 'kept' : one.triage_state))
}

/** How many findings may be another one, which a person is asked. */
async function asked(shop: Project): Promise<number> {
  const query = { repos: shop.name, issue_type: 'sca', uncertain: 'true' }
  const { body } = await shop.service.call(listFindings, { query })
  return body.scaFindings?.findings.length ?? 0
}

/** Sends a file, ignores its only finding, and sends the others. */
async function after(first: object, ...others: object[]) {
  const shop = await project()
  await shop.send(first)
  const [{ id } = { id: 0 }, ...more] = await shop.vulnerabilities()
  expect(more).toEqual([])
  await shop.ignore('sca', [id])
  for (const file of others) await shop.send(file)
  return { shop, id }
}

const debian = (version: string, more: string) => `pkg:deb/debian/curl@${version}?${more}`
const one = (version: string, more?: string): Found[] => [
  { name: 'curl', version, ...(more === undefined ? {} : { purl: debian(version, more) }) },
]

describe('a decision about a package of an image holds', () => {
  const tools = { trivyImage, grypeImage, bom }
  const changes: [name: string, before: Found[], after: Found[]][] = [
    ['an upgrade', one('7.88-1', 'arch=amd64'), one('7.88-2', 'arch=amd64')],
    ['another architecture', one('7.88-1', 'arch=amd64'), one('7.88-1', 'arch=arm64')],
    ['a point release', one('7.88-1', 'distro=debian-12.5'), one('7.88-1', 'distro=debian-12.6')],
    ['an upgrade and a point release', one('1', 'distro=debian-12.5'), one('2', 'distro=debian-12.6')],
    ['a source', one('7.88-1', 'arch=amd64'), one('7.88-1', 'arch=amd64&upstream=curl')],
    ['a first package URL', one('7.88-1'), one('7.88-1', 'arch=amd64&distro=debian-12.5')],
    ['no package URL any more', one('7.88-1', 'arch=amd64'), one('7.88-1')],
  ]
  const all = Object.entries(tools).flatMap(([tool, write]) =>
    changes.map(([name, before, later]) => [tool, name, write(before), write(later)] as const),
  )
  test.each(repeatedOnEngine(all))('%s: %s', async (_tool, _name, before, later) => {
    const { shop, id } = await after(before, later)
    expect(await standing(shop, id)).toEqual(['kept'])
  })

  test('Trivy JSON, SARIF, and JSON again', async () => {
    const json = trivyImage(one('7.88-1', 'arch=amd64&distro=debian-12.5'))
    const { shop, id } = await after(json, trivySarif(one('7.88-1')), json)
    expect(await standing(shop, id)).toEqual(['kept'])
  })

  test('OSV-Scanner over an upgrade and another release', async () => {
    const file = (release: string, version: string) =>
      osvScanner('image', [`Debian:${release}`, 'curl', version], { id: cve }, { ids: [cve] })
    const { shop, id } = await after(file('12', '7.88-1'), file('12', '7.88-2'), file('13', '8.0-1'))
    expect(await standing(shop, id)).toEqual(['kept'])
  })
})

describe('two artifacts are two findings', () => {
  const [amd64, arm64] = ['arch=amd64', 'arch=arm64'].map((more) => ({
    ...{ name: 'curl', version: '1', purl: debian('1', more) },
  })) as [Found, Found]

  test.each([
    ['as the first', [arm64, amd64]],
    ['as the second', [amd64, arm64]],
  ])('the equal package URL keeps the decision, and the other is asked: %s', async (_, found) => {
    const { shop, id } = await after(bom([amd64]), bom(found))
    expect(await standing(shop, id)).toEqual(['kept', 'untriaged'])
    expect(await asked(shop)).toBe(1)
    await shop.send(bom(found.toReversed()))
    expect(await standing(shop, id)).toEqual(['kept', 'untriaged'])
  })

  test('each keeps its own decision over an upgrade and a point release of both', async () => {
    const both = (version: string, release: string) =>
      bom(
        ['amd64', 'arm64'].map((arch) => ({
          ...{ name: 'curl', version, purl: debian(version, `arch=${arch}&distro=debian-${release}`) },
        })),
      )
    const shop = await project()
    await shop.send(both('1', '12.5'))
    const [, second] = await shop.vulnerabilities()
    await shop.ignore('sca', [second?.id ?? 0])
    await shop.send(both('1', '12.6'))
    await shop.send(both('2', '12.7'))
    expect(await standing(shop, second?.id ?? 0)).toEqual(['untriaged', 'kept'])
  })

  test('two others than the decided one are both open, and asked', async () => {
    const others = ['arm64', 'i386'].map((arch) => ({ ...amd64, purl: debian('1', `arch=${arch}`) }))
    const { shop, id } = await after(bom([amd64]), bom(others))
    expect(await standing(shop, id)).toEqual(['untriaged', 'untriaged'])
    expect(await asked(shop)).toBe(2)
  })

  test('a package of another distribution is another one', async () => {
    const { shop, id } = await after(
      trivyImage(one('7.88-1', 'arch=amd64')),
      trivyImage([
        { name: 'curl', version: '7.88-1', purl: 'pkg:deb/ubuntu/curl@7.88-1', system: 'ubuntu 22.04' },
      ]),
    )
    expect(await standing(shop, id)).toEqual(['untriaged'])
  })

  test('a package that a package URL names more fully is the same', async () => {
    const jar = (purl?: string) => [{ name: 'log4j-core', version: '2.14.1', ...(purl ? { purl } : {}) }]
    const { shop, id } = await after(
      bom(jar()),
      bom(jar('pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1')),
    )
    expect(await standing(shop, id)).toEqual(['kept'])
    expect((await shop.vulnerabilities())[0]?.found_dependency?.package).toBe(
      'org.apache.logging.log4j:log4j-core',
    )
  })
})

describe('what earlier versions stored', () => {
  /** Makes rows what the reader wrote that cut names, merged artifacts and stored no package URL of findings. */
  const asBefore = async (shop: Project, ecosystem: string, name: string, purl: string | null) => {
    const id = await shop.id()
    await shop.service.services.database.write(async (transaction) => {
      const findings = await transaction
        .updateTable('finding')
        .set({ ecosystem, package: name })
        .where('project_id', '=', id)
        .returning('id')
        .execute()
      const ids = findings.map((finding) => finding.id)
      await transaction
        .updateTable('finding_evidence')
        .set({ purl: null, distribution: null })
        .where('finding_id', 'in', ids)
        .execute()
      await transaction
        .updateTable('dependency')
        .set({ ecosystem, name, purl })
        .where('project_id', '=', id)
        .execute()
    })
  }
  const upgrades: [name: string, ecosystem: string, before: string, purl: string, stored: string | null][] = [
    ['ben/kit', 'github', 'kit', 'pkg:github/ben/kit@1', 'pkg:github/ben/kit@1'],
    [
      ...(['example.com/sdk/queue', 'gomod', 'example.com/sdk'] as const),
      ...(['pkg:golang/example.com/sdk@1#queue', 'pkg:golang/example.com/sdk@1#queue'] as const),
    ],
    ['example.com/kit', 'generic', 'example.com/kit', 'pkg:golang/example.com/kit@v1.2', null],
    ['curl', 'debian', 'curl', 'pkg:deb/debian/curl@1?arch=amd64', 'pkg:deb/debian/curl@1?arch=amd64'],
  ]
  test.each(repeatedOnEngine(upgrades))(
    '%s of %s keeps ids and decision',
    async (name, ecosystem, before, purl, stored) => {
      const shop = await project()
      const file = bom([{ name, version: '1', purl }])
      await shop.send(file)
      const [{ id } = { id: 0 }] = await shop.vulnerabilities()
      const rows = (await shop.dependencies()).map((row) => row.id)
      await asBefore(shop, ecosystem, before, stored)
      await shop.ignore('sca', [id])
      await shop.send(file)
      expect(await standing(shop, id)).toEqual(['kept'])
      expect((await shop.dependencies()).map((row) => row.id)).toEqual(rows)
      expect((await shop.vulnerabilities()).map((one) => one.found_dependency?.package)).toEqual([name])
    },
  )

  test('one finding of several artifacts stays with the first, and the others are asked', async () => {
    const found = ['amd64', 'arm64'].map((arch) => ({
      ...{ name: 'curl', version: '1', purl: debian('1', `arch=${arch}`) },
    }))
    const shop = await project()
    await shop.send(bom(found.slice(0, 1)))
    const [{ id } = { id: 0 }] = await shop.vulnerabilities()
    await asBefore(shop, 'deb', 'curl', found[0]?.purl ?? null)
    await shop.ignore('sca', [id])
    await shop.send(bom(found))
    expect(await standing(shop, id)).toEqual(['kept', 'untriaged'])
    expect(await asked(shop)).toBe(1)
  })
})

test('a finding shows which artifact it is about', async () => {
  const shop = await project()
  const found = ['amd64', 'arm64'].map((arch) => debian('1', `arch=${arch}`))
  await shop.send(bom(found.map((purl) => ({ name: 'curl', version: '1', purl }))))
  const shown = await Promise.all((await shop.vulnerabilities()).map(({ id }) => shop.finding(id)))
  expect(shown.map(({ purl }) => purl).toSorted()).toEqual(found)
})

describe('exported VEX', () => {
  const products = async (shop: Project): Promise<string[]> => {
    const query = { project: shop.name, format: 'openvex' } as const
    const { text } = await shop.service.call(exportVex, { query })
    const document: Statements = JSON.parse(text)
    return document.statements.flatMap(({ status, products: all }) =>
      all.flatMap(({ subcomponents }) => subcomponents.map((each) => `${status} ${each['@id']}`)),
    )
  }

  test('is about the artifact that was decided', async () => {
    const { shop } = await after(bom(one('1+b1', 'distro=debian-12&arch=amd64')))
    expect(await products(shop)).toEqual([
      'not_affected pkg:deb/debian/curl@1%2Bb1?arch=amd64&distro=debian-12',
    ])
  })

  test('says nothing of another artifact', async () => {
    const found = ['amd64', 'arm64'].map((arch) => ({
      ...{ name: 'curl', version: '1', purl: debian('1', `arch=${arch}`) },
    }))
    const shop = await project()
    await shop.send(bom(found))
    await shop.ignore('sca', [(await shop.vulnerabilities())[0]?.id ?? 0])
    expect(await products(shop)).toHaveLength(1)
  })
})

interface Statements {
  statements: { status: string; products: { subcomponents: { '@id': string }[] }[] }[]
}
