import { dependabot, npmAudit } from './testing/formats/alerts.ts'
import { cycloneDx } from './testing/formats/cyclonedx.ts'
import { cycloneDxAsXml } from './testing/formats/cyclonedx-xml.ts'
import { dependencyCheck, dependencyCheckAsXml } from './testing/formats/dependency-check.ts'
import type { Format, Run } from './testing/formats/format.ts'
import { gitLabPackages } from './testing/formats/gitlab.ts'
import { grype } from './testing/formats/grype.ts'
import { osvScanner } from './testing/formats/osv-scanner.ts'
import { plainPackages } from './testing/formats/plain.ts'
import { snyk } from './testing/formats/snyk.ts'
import { trivy } from './testing/formats/trivy.ts'
import {
  type Advisory,
  addPackage,
  allPackages,
  bump,
  copyManifest,
  type Inventory,
  moveManifest,
  type Package,
  type PackageEdit,
  removePackage,
} from './testing/packages.ts'
import { type Expected, gone, kept, keptOrOffered, offered, open, type Scenario } from './testing/scenario.ts'
import { testIn } from './testing/table.ts'

const prototype: Advisory = { name: 'prototype', ghsa: 'GHSA-35jh-r3h4-6jhm', cve: 'CVE-2021-23337' }
const slow: Advisory = { name: 'slow pattern', ghsa: 'GHSA-29mw-wpgm-hmr9', cve: 'CVE-2020-28500' }
const redirect: Advisory = { name: 'redirect', ghsa: 'GHSA-cxjh-pqwp-8mfp', cve: 'CVE-2024-28849' }
/** Another entry that names the same CVE. */
const twin: Advisory = { name: 'twin', ghsa: 'GHSA-2222-r3h4-7777', cve: 'CVE-2021-23337' }
const byCveAlone: Advisory = { name: 'by its CVE alone', cve: 'CVE-2021-23337' }

const lock = 'shop/package-lock.json'
const lodash = (truth: string, version: string, advisories = [prototype], manifest = lock): Package => ({
  truth,
  name: 'lodash',
  version,
  manifest,
  advisories,
})

/** The decided package beside others, one of them in another manifest. */
const inventory = (...more: Package[]): Inventory => [
  lodash('decided', '4.17.15'),
  { truth: 'redirects', name: 'follow-redirects', version: '1.14.0', manifest: lock, advisories: [redirect] },
  { truth: 'docs', name: 'marked', version: '0.3.6', manifest: 'docs/package-lock.json', advisories: [slow] },
  ...more,
]

type PackageScenario = Scenario<Inventory, Format<Inventory>>
const nothing: PackageEdit = (inventory) => inventory

const scenario = (
  name: string,
  expected: Expected,
  edits: PackageEdit | (PackageEdit | [PackageEdit, Run])[],
  before = inventory(),
  more: Partial<PackageScenario> = {},
): PackageScenario => ({
  name,
  history: () => ({
    before,
    steps: [edits]
      .flat(1)
      .map((each) => (Array.isArray(each) ? { edit: each[0], run: each[1] } : { edit: each })),
  }),
  expects: () => expected,
  ...more,
})

/** Another version, where an earlier scan did not have the first one: it may have been added beside it. */
const offeredElsewhere = ({ forgetsVersions }: Format<Inventory>) => (forgetsVersions ? kept : offered)

const inFullScans = { inDiffScans: false } as const

const ids: PackageScenario[] = [
  scenario('same file again', kept, nothing, inventory(), inFullScans),
  scenario('scanner upgraded', kept, [[nothing, { upgraded: true }]], inventory(), inFullScans),
  scenario('GHSA → CVE', kept, [[nothing, { advisoryIds: 'cve' }]], inventory(), inFullScans),
  scenario(
    'GHSA → CVE, whose entry no longer names the GHSA',
    kept,
    [[nothing, { advisoryIds: 'cve', withoutAliases: true }]],
    inventory(),
    inFullScans,
  ),
  scenario('GHSA → CVE and a version bump', kept, [[bump('decided', '4.17.19'), { advisoryIds: 'cve' }]]),
  scenario('GHSA → CVE → GHSA', kept, [[nothing, { advisoryIds: 'cve' }], nothing], inventory(), inFullScans),
]

/** OSV-Scanner reports entries with the same CVE as one. */
const twins: PackageScenario[] = [
  scenario(
    'another GHSA of the same CVE added',
    kept,
    allPackages(removePackage('decided'), addPackage(lodash('decided', '4.17.15', [prototype, twin]))),
  ),
  scenario(
    'the CVE of two GHSAs, which one it was nobody knows',
    open,
    allPackages(removePackage('decided'), addPackage(lodash('decided', '4.17.15', [byCveAlone]))),
    allPackages(
      removePackage('decided'),
      addPackage(lodash('decided', '4.17.15', [prototype, twin])),
    )(inventory()),
  ),
  scenario(
    'replaced by another GHSA of the same CVE',
    gone,
    allPackages(removePackage('decided'), addPackage(lodash('other entry', '4.17.15', [twin]))),
  ),
]

const versions: PackageScenario[] = [
  scenario('version bump', kept, bump('decided', '4.17.19')),
  scenario(
    'version bump of the decided one of two versions in one manifest',
    kept,
    bump('decided', '4.17.19'),
    inventory(lodash('older', '3.10.1')),
  ),
  scenario(
    'version bump of both of two versions in one manifest',
    open,
    allPackages(bump('decided', '4.17.19'), bump('older', '3.11.0')),
    inventory(lodash('older', '3.10.1')),
  ),
  scenario(
    'the decided one of two versions removed',
    gone,
    removePackage('decided'),
    inventory(lodash('older', '3.10.1')),
  ),
  scenario(
    'the other one of two versions removed',
    kept,
    removePackage('older'),
    inventory(lodash('older', '3.10.1')),
  ),
  scenario('another version added', kept, addPackage(lodash('older', '3.10.1'))),
  scenario(
    'version bump, and another version added',
    open,
    allPackages(bump('decided', '4.17.19'), addPackage(lodash('older', '3.10.1'))),
  ),
  scenario(
    'another advisory for the package',
    gone,
    allPackages(removePackage('decided'), addPackage(lodash('slow one', '4.17.15', [slow]))),
  ),
]

const manifests: PackageScenario[] = [
  scenario(
    'manifest moved to another folder',
    kept,
    moveManifest(lock, 'web/package-lock.json'),
    inventory(),
    {
      // A diff scan does not say that the old manifest is gone.
      expectsInDiffScans: () => keptOrOffered,
    },
  ),
  scenario(
    'manifest copied to another folder',
    kept,
    copyManifest(lock, 'web/package-lock.json'),
    inventory(),
    inFullScans,
  ),
  scenario(
    'removed from its manifest, still in another one',
    gone,
    removePackage('decided'),
    inventory(lodash('in docs', '4.17.15', [prototype], 'docs/package-lock.json')),
  ),
  scenario(
    'added to another manifest',
    kept,
    addPackage(lodash('in docs', '4.17.15', [prototype], 'docs/package-lock.json')),
    inventory(),
    inFullScans,
  ),
  scenario(
    'fixed, then back',
    kept,
    [removePackage('decided'), addPackage(lodash('decided', '4.17.15'))],
    inventory(),
    inFullScans,
  ),
  scenario(
    'fixed, then back in another version',
    kept,
    [removePackage('decided'), addPackage(lodash('decided', '4.17.20'))],
    inventory(),
    { expectsOnMain: offeredElsewhere, expectsOnBranch: offeredElsewhere },
  ),
]

testIn(
  [
    ...[cycloneDx, cycloneDxAsXml, grype, osvScanner, snyk, trivy],
    ...[gitLabPackages, dependencyCheck, dependencyCheckAsXml, plainPackages],
  ],
  [...ids, ...versions, ...manifests],
)
testIn([cycloneDx, cycloneDxAsXml, grype, dependencyCheck], twins)

/** Two versions of a package are one where versions are not sent. */
const ofOneVersion = [...ids, ...versions, ...manifests].filter(
  ({ name }) => !/two versions|another version added/.test(name),
)
testIn([dependabot], ofOneVersion)
/** A report is about one lockfile, and has no CVE. */
testIn(
  [npmAudit],
  ofOneVersion.filter(({ name }) => !/CVE|folder|in another one/.test(name)),
)

/** An archive in a folder of libraries: another version of it is another file. */
const jar = (version: string) => `lib/lodash-${version}.jar`
/** Another ref says less of what became of an archive. */
const inArchives = {
  ...inFullScans,
  expectsOnBranch: () => keptOrOffered,
  expectsOnMain: () => keptOrOffered,
} as const
const archives: PackageScenario[] = [
  scenario(
    'archive replaced by one of another version',
    kept,
    allPackages(bump('decided', '4.17.19'), moveManifest(jar('4.17.15'), jar('4.17.19'))),
    [lodash('decided', '4.17.15', [prototype], jar('4.17.15'))],
    inArchives,
  ),
  scenario(
    'archive replaced by one of another version, in folders of versions beside others',
    kept,
    allPackages(
      bump('decided', '4.17.19'),
      moveManifest('m2/lodash/4.17.15/lodash-4.17.15.jar', 'm2/lodash/4.17.19/lodash-4.17.19.jar'),
    ),
    inventory(lodash('elsewhere', '3.10.1', [prototype], jar('3.10.1'))).map((each) =>
      each.truth === 'decided' ? { ...each, manifest: 'm2/lodash/4.17.15/lodash-4.17.15.jar' } : each,
    ),
    inArchives,
  ),
  scenario(
    'archive replaced by two of other versions, which of them nobody knows',
    gone,
    allPackages(
      removePackage('decided'),
      addPackage(lodash('one', '4.17.19', [prototype], jar('4.17.19'))),
      addPackage(lodash('two', '4.17.20', [prototype], jar('4.17.20'))),
    ),
    [lodash('decided', '4.17.15', [prototype], jar('4.17.15'))],
    inFullScans,
  ),
  scenario(
    'archive replaced by one with another vulnerability',
    gone,
    allPackages(removePackage('decided'), addPackage(lodash('slow', '4.17.19', [slow], jar('4.17.19')))),
    [lodash('decided', '4.17.15', [prototype], jar('4.17.15'))],
    inFullScans,
  ),
]
testIn([dependencyCheck, trivy, grype], archives)
