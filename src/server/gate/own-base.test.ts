import { expect, test } from 'vitest'
import { getFinding } from '#contract/operations/findings.ts'
import { type BranchScenario, testBranches } from '#server/scans/rescan/testing/branch-table.ts'
import { Branches } from '#server/scans/rescan/testing/branches.ts'
import type { Format } from '#server/scans/rescan/testing/formats/format.ts'
import { packageFormats as allOfPackages } from '#server/scans/rescan/testing/formats/packages.ts'
import {
  addPackage,
  allPackages,
  bump,
  type Inventory,
  type PackageEdit,
  removePackage,
} from '#server/scans/rescan/testing/packages.ts'
import { open } from '#server/scans/rescan/testing/scenario.ts'
import { sharedProjects } from '#server/scans/rescan/testing/table.ts'
import { main } from '#server/scans/rescan/testing/test-project.ts'
import { repeatedOnEngine } from '#server/testing/database.ts'

// The primary branch is compared with its own earlier scan.

const packageFormats = repeatedOnEngine(allOfPackages)

const manifest = 'shop/package-lock.json'
const known = { name: 'known', ghsa: 'GHSA-35jh-r3h4-6jhm', cve: 'CVE-2021-23337' }
const published = { name: 'published', ghsa: 'GHSA-cxjh-pqwp-8mfp', cve: 'CVE-2024-28849' }
const lodash = { truth: 'lodash', name: 'lodash', version: '4.17.15', manifest, advisories: [known] }
const axios = { truth: 'axios', name: 'axios', version: '1.2.0', manifest, advisories: [published] }

/** Replaces the advisories of a package. */
const advise =
  (truth: string, ...advisories: (typeof known)[]): PackageEdit =>
  (inventory) =>
    inventory.map((each) => (each.truth === truth ? { ...each, advisories } : each))

const onMain = (
  name: string,
  edits: PackageEdit | readonly PackageEdit[],
  { truth, blocks }: { truth: string; blocks: boolean },
): BranchScenario<Inventory, Format<Inventory>> => ({
  name,
  play: async (branches) => {
    await branches.begin([lodash])
    for (const edit of [edits].flat()) await branches.scan(main, edit)
  },
  sees: () => ({ truth, ref: main, expected: open, blocks }),
})

testBranches(packageFormats, [
  onMain('an advisory is published for a package that main had', advise('lodash', known, published), {
    truth: 'lodash by published',
    blocks: false,
  }),
  onMain('main gets a package with an advisory that was just published', addPackage(axios), {
    truth: 'axios',
    blocks: true,
  }),
  onMain(
    'main gets another version of a package, with an advisory that was just published',
    allPackages(bump('lodash', '4.17.16'), advise('lodash', known, published)),
    { truth: 'lodash by published', blocks: true },
  ),
  onMain(
    'main gets back a package that it had, with an advisory that was just published',
    [
      allPackages(removePackage('lodash'), addPackage({ ...axios, advisories: [known] })),
      addPackage({ ...lodash, advisories: [known, published] }),
    ],
    { truth: 'lodash by published', blocks: true },
  ),
])

const newProject = sharedProjects()

test.each(packageFormats)(
  '$name: another version of a package is in the history of its findings',
  async (format) => {
    const branches = new Branches(await newProject(format))
    await branches.begin([lodash])
    await branches.scan(main, (state) => state)
    await branches.scan(main, bump('lodash', '4.17.16'))
    const { id, version } = (await branches.project.found()).get('lodash') ?? { id: 0 }
    const { body } = await branches.project.service.call(getFinding, { path: { id } })
    const changes = body.history.filter(({ what }) => what === 'version_changed')
    // Alerts do not name the version.
    expect(changes).toMatchObject(version ? [{ from: '4.17.15', to: '4.17.16', ref: main }] : [])
  },
)
