import { describe, expect, test } from 'vitest'
import { packageUrls, repairedPackageUrls } from '#lib/testing/package-urls.ts'
import { repeatedOnEngine } from '#server/testing/database.ts'
import { cycloneDx, library, spdx, spdxPackage, vulnerability } from './testing/files.ts'
import { type Project, projects } from './testing/project.ts'

const project = projects()

/** What is listed of a file, as `ecosystem name version`, in the order of its components. */
async function listed(file: object): Promise<string[]> {
  const shop = await project()
  await shop.send(file)
  return (await shop.dependencies()).map((one) => `${one.ecosystem} ${one.name} ${one.version}`)
}

/** The package URLs of an export. */
async function exported(shop: Project): Promise<string[]> {
  const file: { components: { purl?: string }[] } = await shop.bom()
  return file.components.flatMap(({ purl }) => purl ?? [])
}

/** A file of one package, which has several package URLs. */
const kits = (paths: readonly string[], more: object = {}) =>
  cycloneDx(
    paths.map((path) => library(`pkg:${path}`, { name: 'kit', version: '1' })),
    more,
  )

describe('names of packages', () => {
  test('the namespace is a part of the name, also of types without an ecosystem', async () => {
    const paths = ['github/ann/kit', 'github/ben/kit', 'conan/ann/kit', 'huggingface/ann/kit', 'hex/ann/kit']
    expect(await listed(kits(paths.map((path) => `${path}@1`)))).toEqual(
      paths.map((path) => `${path.replace('/', ' ')} 1`),
    )
  })

  test('a vulnerability stands at the package of its namespace', async () => {
    const shop = await project()
    const vulnerabilities = [vulnerability('CVE-2026-1', ['pkg:github/ben/kit@1'])]
    await shop.send(kits(['github/ann/kit@1', 'github/ben/kit@1'], { vulnerabilities }))
    const found = (await shop.vulnerabilities()).map((one) => one.found_dependency?.package)
    expect(found).toEqual(['ben/kit'])
  })

  const names: [purl: string, name: string, listed: string][] = [
    ['pkg:pypi/flask-thing@1', 'Flask_Thing', 'pypi Flask_Thing 1'],
    ['pkg:github/ann/kit@1', 'Ann/Kit', 'github Ann/Kit 1'],
    ['pkg:oci/shop@1', 'ghcr.io/ann/shop', 'oci ghcr.io/ann/shop 1'],
    ['pkg:npm/string-width@1', 'alias', 'npm string-width 1'],
    ['pkg:deb/debian/curl@1', 'debian/curl', 'deb curl 1'],
    ['pkg:githubactions/ann/checkout@1', 'checkout', 'githubactions ann/checkout 1'],
    ['pkg:swift/github.com/ann/Kit@1', 'Kit', 'swiftpm github.com/ann/Kit 1'],
    ['pkg:maven/org.acme/kit@1', 'kit', 'maven org.acme:kit 1'],
  ]
  test('a name that means the same as the package URL, or says more, is kept', async () => {
    const components = names.map(([purl, name]) => library(purl, { name }))
    expect(await listed(cycloneDx(components))).toEqual(names.map(([, , expected]) => expected))
  })

  const module = 'example.com/kit/sdk'
  const parts = ['#queue', '#store/v2', ''].map((subpath) => ({
    name: `${module}${subpath.replace('#', '/')}`,
    purl: `pkg:golang/${module}@v1.3.0${subpath}`,
  }))
  test('a Go module whose path goes on in the subpath has its whole path; a package of a module has not', async () => {
    const api = library('pkg:golang/example.com/kit/api@v1.0.0#core/v1', {
      ...{ name: 'example.com/kit/api', version: 'v1.0.0' },
    })
    const components = parts.map(({ name, purl }) => library(purl, { name, version: 'v1.3.0' }))
    expect(await listed(cycloneDx([...components, api]))).toEqual([
      ...parts.map(({ name }) => `gomod ${name} v1.3.0`),
      'gomod example.com/kit/api v1.0.0',
    ])
  })

  test('so has one of an SPDX document', async () => {
    const packages = parts.map(({ name, purl }, at) =>
      spdxPackage(name, 'v1.3.0', purl, { SPDXID: `SPDXRef-${at}` }),
    )
    expect(await listed(spdx(packages))).toEqual(parts.map(({ name }) => `gomod ${name} v1.3.0`))
  })

  test('a Go module may have any version', async () => {
    const versions = ['(devel)', 'v1.2', 'v1', 'main', 'v1.2.3']
    const purls = versions.map((version) => `pkg:golang/example.com/kit@${version}`)
    expect(
      await listed(
        cycloneDx(purls.map((purl, at) => library(purl, { name: 'example.com/kit', version: versions[at] }))),
      ),
    ).toEqual(versions.map((version) => `gomod example.com/kit ${version}`))
  })
})

describe('package URLs', () => {
  test('are kept in canonical form by lists and exports', async () => {
    const shop = await project()
    const sent = [...packageUrls, ...repairedPackageUrls]
    await shop.send(cycloneDx(sent.map(([purl]) => ({ type: 'library', name: 'a', purl }))))
    const canonical = [...new Set(sent.map((each) => each.at(-1) ?? ''))].sort()
    const listedUrls = (await shop.dependencies()).map(({ purl }) => purl ?? '')
    expect([...new Set(listedUrls)].sort()).toEqual(canonical)
    expect([...new Set(await exported(shop))].sort()).toEqual(canonical)
  })

  test('that break a rule are read and named; others that are none are kept out of exports', async () => {
    const shop = await project()
    const sent: [purl: string, name: string][] = [
      ['pkg:swift/Alamofire@5', 'Alamofire'],
      ['pkg:swift/AFNetworking@5', 'AFNetworking'],
      ['pkg:5', 'thing'],
      ['pkg:npm/left-pad@5', 'left-pad'],
    ]
    const { errors } = await shop.send(
      cycloneDx(sent.map(([purl, name]) => ({ type: 'library', name, version: '5', purl }))),
    )
    expect(await shop.packages()).toEqual([
      'generic thing 5',
      'npm left-pad 5',
      'swiftpm AFNetworking 5',
      'swiftpm Alamofire 5',
    ])
    const one = 'package URL could not be read, the first is pkg:5'
    const two = 'package URLs were read although they have no namespace, the first is pkg:swift/Alamofire@5'
    expect(errors.map(({ level, message }) => [level, message])).toEqual([
      ['warning', `2 ${two}`],
      ['warning', `1 ${one}`],
    ])
    expect(await exported(shop)).not.toContain('pkg:5')
  })
})

describe('artifacts of a package', () => {
  const artifacts: [name: string, paths: string[], count: number][] = [
    ['classifiers', ['maven/org.acme/kit@1?type=jar', 'maven/org.acme/kit@1?classifier=sources&type=jar'], 2],
    ['architectures', ['deb/debian/kit@1?arch=amd64', 'deb/debian/kit@1?arch=i386'], 2],
    ['distributors', ['deb/debian/kit@1', 'deb/ubuntu/kit@1'], 2],
    ['a packaging', ['maven/org.acme/kit@1?type=pom', 'maven/org.acme/kit@1'], 2],
    ['the usual packaging', ['maven/org.acme/kit@1?type=jar', 'maven/org.acme/kit@1'], 1],
    ['releases', ['rpm/redhat/kit@1?distro=rhel-8', 'rpm/redhat/kit@1?distro=rhel-9'], 2],
    ['epochs', ['rpm/redhat/kit@1?epoch=1', 'rpm/redhat/kit@1?epoch=2'], 2],
    ['platforms', ['gem/kit@1', 'gem/kit@1?platform=java'], 2],
    ['the usual platform', ['gem/kit@1', 'gem/kit@1?platform=ruby'], 1],
    ['registries', ['npm/kit@1', 'npm/kit@1?repository_url=npm.acme.example'], 2],
    ['subpaths', ['github/acme/kit@1#one', 'github/acme/kit@1#two'], 2],
    ['ids of Julia', ['julia/kit@1?uuid=edca9bc6', 'julia/kit@1?uuid=f41f7b98'], 2],
    ['tags of SWID', ['swid/acme/kit@1?tag_id=75b8c285', 'swid/acme/kit@1?tag_id=0b377ae1'], 2],
    ['users of Conan', ['conan/kit@1?channel=stable&user=one', 'conan/kit@1?channel=stable&user=two'], 2],
    ['platforms of Conda', ['conda/kit@1?build=0&subdir=linux-64', 'conda/kit@1?build=0&subdir=osx-64'], 2],
    ['builds of Conda', ['conda/kit@1?build=py311_0', 'conda/kit@1?build=py312_0'], 2],
    ['channels of Conda', ['conda/kit@1?channel=main', 'conda/kit@1?channel=conda-forge'], 2],
    ['users of another type', ['generic/kit@1?user=one', 'generic/kit@1?user=two'], 1],
    ['sources', ['deb/debian/kit@1?upstream=a', 'deb/debian/kit@1?upstream=b'], 1],
    ['checksums', ['generic/kit@1?checksum=sha1:a', 'generic/kit@1?checksum=sha1:b'], 1],
  ]
  test.each(repeatedOnEngine(artifacts))('%s: %j', async (_, paths, count) => {
    const shop = await project()
    expect(await shop.send(kits(paths))).toMatchObject({ report: { dependencies: count } })
    expect(await exported(shop)).toHaveLength(count)
  })

  test('have hashes and licenses of their own', async () => {
    const shop = await project()
    const jars = ['MIT', 'Apache-2.0'].map((id) =>
      library(`pkg:maven/org.acme/kit@1?classifier=${id}`, { licenses: [{ license: { id } }] }),
    )
    await shop.send(cycloneDx(jars))
    expect((await shop.dependencies()).map(({ licenses }) => licenses)).toEqual([['MIT'], ['Apache-2.0']])
  })

  const changes: [name: string, before: string, after: string][] = [
    ['a point release', 'deb/debian/kit@1?distro=debian-12.5', 'deb/debian/kit@1?distro=debian-12.6'],
    ['another source', 'deb/debian/kit@1?arch=amd64', 'deb/debian/kit@1?arch=amd64&upstream=kit'],
    ['another architecture', 'deb/debian/kit@1?arch=amd64', 'deb/debian/kit@1?arch=arm64'],
    ['no more qualifiers', 'deb/debian/kit@1?arch=amd64', 'deb/debian/kit@1'],
  ]
  test.each(repeatedOnEngine(changes))('keep their ids: %s', async (_, before, after) => {
    const shop = await project()
    await shop.send(kits([before]))
    const ids = (await shop.dependencies()).map(({ id }) => id)
    await shop.send(kits([after]))
    expect((await shop.dependencies()).map(({ id }) => id)).toEqual(ids)
  })

  test('keep their ids where another one comes first', async () => {
    const shop = await project()
    const [amd64, arm64] = ['deb/debian/kit@1?arch=amd64', 'deb/debian/kit@1?arch=arm64']
    await shop.send(kits([amd64]))
    const [before] = await shop.dependencies()
    await shop.send(kits([arm64, amd64]))
    const after = (await shop.dependencies()).map(({ id, purl }) => [id === before?.id, purl])
    expect(after).toEqual([
      [true, `pkg:${amd64}`],
      [false, `pkg:${arm64}`],
    ])
  })
})
