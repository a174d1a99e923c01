import { expect, test } from 'vitest'
import { type BranchScenario, testBranches } from '#server/scans/rescan/testing/branch-table.ts'
import { Branches } from '#server/scans/rescan/testing/branches.ts'
import {
  addFile,
  allOf,
  changeCode,
  insertAt,
  insertAtTop,
  movePrefix,
  moveTo,
  renameFile,
} from '#server/scans/rescan/testing/edits.ts'
import {
  codeFormats as allCode,
  lineFormats as allOfLines,
} from '#server/scans/rescan/testing/formats/all.ts'
import type { Format, LineFormat, Run } from '#server/scans/rescan/testing/formats/format.ts'
import { packageFormats as allOfPackages } from '#server/scans/rescan/testing/formats/packages.ts'
import { bump, type Inventory, moveManifest } from '#server/scans/rescan/testing/packages.ts'
import { plainLines, type Repository } from '#server/scans/rescan/testing/repository.ts'
import { open } from '#server/scans/rescan/testing/scenario.ts'
import { lineOf, ordersFile, shop, subjectOf } from '#server/scans/rescan/testing/subjects.ts'
import { sharedProjects } from '#server/scans/rescan/testing/table.ts'
import { main } from '#server/scans/rescan/testing/test-project.ts'
import { repeatedOnEngine } from '#server/testing/database.ts'

const newProject = sharedProjects()
const codeFormats = repeatedOnEngine(allCode)
const lineFormats = repeatedOnEngine(allOfLines)
const packageFormats = repeatedOnEngine(allOfPackages)

const pull = 'refs/pull/7/merge'
const isCode = ({ sends }: LineFormat) => sends.code && !sends.secret
const few = (format: LineFormat, among: 'none' | 'both') =>
  changeCode('decided', 'eval(q)')(shop(subjectOf(format), among))

/** A pull request that edits what is open on main, and is scanned for the first time. */
const passes = (
  name: string,
  among: 'none' | 'both',
  edit: (state: Repository) => Repository,
): BranchScenario<Repository, LineFormat> => ({
  name,
  play: async (branches, format) => {
    await branches.begin(few(format, among))
    branches.make(pull)
    await branches.scan(pull, edit)
  },
  sees: (format) => (isCode(format) ? { truth: 'decided', ref: pull, expected: open, blocks: false } : null),
})

const formatted = changeCode('decided', 'eval( q )')

testBranches(lineFormats, [
  passes('an open line is moved to another file', 'both', moveTo('decided', 'app/mail.py', 9)),
  passes('the only open line of a file is moved to a new file', 'none', (state) =>
    moveTo('decided', 'app/new.py', 3)(addFile('app/new.py', plainLines('new', 10))(state)),
  ),
  passes('a file with one open line is renamed', 'none', renameFile(ordersFile, 'app/purchases.py')),
  passes('a file with open lines is renamed', 'both', renameFile(ordersFile, 'app/purchases.py')),
  passes('a folder is renamed', 'both', movePrefix('app/', 'services/')),
  passes('an open line is formatted', 'both', formatted),
  passes(
    'a file with one open line is renamed and formatted',
    'none',
    allOf(formatted, insertAtTop('decided', 4), renameFile(ordersFile, 'app/purchases.py')),
  ),
])

test.each(codeFormats.filter(isCode))(
  '$name: an open line is moved to another file and a third file gets it, too → one of both is new',
  async (format) => {
    const { equal } = subjectOf(format)
    const branches = new Branches(await newProject(format))
    await branches.begin(few(format, 'both'))
    branches.make(pull)
    const copy = lineOf({ ...equal, code: 'eval(q)' })
    await branches.scan(
      pull,
      allOf(moveTo('decided', 'app/mail.py', 9), insertAt('app/users.py', 40, [copy])),
    )
    const blocked = await branches.project.blocked(pull)
    expect(blocked.filter((truth) => truth === 'decided' || truth === 'equal')).toHaveLength(1)
  },
)

test.each(codeFormats.filter(isCode))(
  '$name: what main ignores is moved to another file → it is new, since nothing says that it is the same',
  async (format) => {
    const branches = new Branches(await newProject(format))
    await branches.begin(few(format, 'both'))
    await branches.project.decide('decided', main)
    branches.make(pull)
    await branches.scan(pull, moveTo('decided', 'app/mail.py', 9))
    expect(await branches.project.blocked(pull)).toEqual(['decided'])
  },
)

const lock = 'shop/package-lock.json'
const inventory: Inventory = [
  { name: 'lodash', ghsa: 'GHSA-35jh-r3h4-6jhm', cve: 'CVE-2021-23337' },
  { name: 'follow-redirects', ghsa: 'GHSA-cxjh-pqwp-8mfp', cve: 'CVE-2024-28849' },
].map(({ name, ...ids }) => ({
  truth: name,
  name,
  version: '1.14.0',
  manifest: lock,
  advisories: [{ name: `of ${name}`, ...ids }],
}))

const ofPackages = (
  name: string,
  edit: (inventory: Inventory) => Inventory,
  run: Run = {},
): BranchScenario<Inventory, Format<Inventory>> => ({
  name,
  play: async (branches) => {
    await branches.begin(inventory)
    branches.make(pull)
    await branches.scan(pull, edit, run)
  },
  sees: () => ({ truth: 'lodash', ref: pull, expected: open, blocks: false }),
})

const otherIds: Run = { advisoryIds: 'cve' }
const move = moveManifest(lock, 'apps/shop/package-lock.json')
testBranches(packageFormats, [
  ofPackages('a lockfile is moved', move),
  ofPackages('a lockfile is moved and a version in it bumped', (state) =>
    bump('lodash', '1.15.0')(move(state)),
  ),
  ofPackages('a lockfile is moved, and advisories go by other ids', move, otherIds),
  ofPackages(
    'a lockfile is moved, a version in it bumped, and advisories go by other ids',
    (state) => bump('lodash', '1.15.0')(move(state)),
    otherIds,
  ),
])

test.each(packageFormats)(
  '$name: a lockfile is moved, a version in it bumped, and advisories go by other ids → what main ignores is offered',
  async (format) => {
    const branches = new Branches(await newProject(format))
    await branches.begin(inventory)
    await branches.project.decide('lodash', main)
    branches.make(pull)
    await branches.scan(pull, (state) => bump('lodash', '1.15.0')(move(state)), otherIds)
    const row = (await branches.project.found(pull)).get('lodash')
    expect(row && (await branches.project.outcomeOf(row, 'lodash'))).not.toBe('open')
  },
)

test.each(packageFormats)(
  '$name: a package of a moved lockfile is ignored on the branch → another one with its advisory is new',
  async (format) => {
    const branches = new Branches(await newProject(format))
    await branches.begin(inventory)
    branches.make(pull)
    await branches.scan(pull, (state) => bump('lodash', '1.15.0')(move(state)), otherIds)
    await branches.project.decide('lodash', pull)
    const other = { truth: 'another', version: '1.2.0', manifest: 'docs/package-lock.json' }
    const another = inventory.slice(0, 1).map((each) => ({ ...each, ...other }))
    await branches.scan(pull, (state) => [...state, ...another], otherIds)
    expect(await branches.project.blocked(pull)).toContain('another')
  },
)

test.each(packageFormats)(
  '$name: main has in another lockfile what is ignored on the branch → a further one there is new',
  async (format) => {
    const branches = new Branches(await newProject(format))
    await branches.begin(inventory)
    await branches.project.decide('lodash', main)
    const lodashIn = (truth: string, manifest: string) =>
      inventory.slice(0, 1).map((each) => ({ ...each, truth, manifest }))
    branches.make(pull)
    await branches.scan(pull, (state) => [...state, ...lodashIn('in docs', 'docs/package-lock.json')])
    await branches.scan(main, (state) => state.slice(1))
    await branches.scan(main, (state) => [...state, ...lodashIn('in part', 'part/package-lock.json')])
    await branches.scan(pull, (state) => state)
    expect(await branches.project.blocked(pull)).toEqual(['in docs'])
  },
)

test.each(packageFormats.filter(({ forgetsVersions }) => !forgetsVersions))(
  '$name: main gets another version of a package that a branch adds, and the branch gets it, too → its own is new',
  async (format) => {
    const branches = new Branches(await newProject(format))
    await branches.begin(inventory.slice(1))
    const lodash = (truth: string, version: string) =>
      inventory.slice(0, 1).map((each) => ({ ...each, truth, version }))
    branches.make(pull)
    await branches.scan(pull, (state) => [...state, ...lodash('of the branch', '1.2.0')])
    await branches.scan(main, (state) => [...state, ...lodash('of main', '1.15.0')])
    await branches.scan(pull, (state) => [...state, ...lodash('of main', '1.15.0')])
    expect(await branches.project.blocked(pull)).toEqual(['of the branch'])
    await branches.project.decide('of main', main)
    const found = await branches.project.found(pull)
    expect(found.get('of main')).toMatchObject({ triage: 'ignored' })
    expect(found.get('of the branch')).toMatchObject({ triage: 'untriaged', uncertain: false })
    expect(await branches.project.blocked(pull)).toEqual(['of the branch'])
  },
)

test.each(packageFormats.filter(({ forgetsVersions }) => !forgetsVersions))(
  '$name: main adds and ignores another version of a package than a branch adds → that of the branch is new',
  async (format) => {
    const branches = new Branches(await newProject(format))
    await branches.begin(inventory.slice(1))
    branches.make(pull)
    await branches.scan(pull, (state) => state)
    await branches.scan(main, () => [...inventory])
    await branches.project.decide('lodash', main)
    const added = { ...inventory[0], truth: 'added', version: '1.2.0' } as Inventory[number]
    await branches.scan(pull, (state) => [...state, added])
    expect((await branches.project.found(pull)).get('added')).toMatchObject({
      status: 'open',
      uncertain: true,
    })
    expect(await branches.project.blocked(pull)).toEqual(['added'])
  },
)

test.each(lineFormats.filter(isCode))(
  '$name: the code of an open finding changes on main → that of an older branch is not new',
  async (format) => {
    const branches = new Branches(await newProject(format))
    await branches.begin(shop(subjectOf(format), 'none'))
    branches.make(pull)
    await branches.scan(pull, (state) => state)
    await branches.scan(main, subjectOf(format).changeSlightly)
    await branches.scan(pull, (state) => state)
    expect(await branches.project.blocked(pull)).toEqual([])
  },
)

test.each(lineFormats.filter(isCode))(
  '$name: code that is ignored changes on main, and otherwise on a branch that moved it → that of the branch is new',
  async (format) => {
    const branches = new Branches(await newProject(format))
    const written = (code: string) => changeCode('decided', code)(shop(subjectOf(format), 'none'))
    const call = (last: string) => `cursor.execute(query_for(orders, owner=owner_id, state="open"), ${last})`
    await branches.begin(written(call('timeout=limits.query')))
    await branches.project.decide('decided', main)
    branches.make(pull)
    await branches.scan(pull, moveTo('decided', 'app/users.py', 40))
    await branches.scan(pull, changeCode('decided', call('timeout=limits.page')))
    await branches.scan(main, changeCode('decided', call('timeout=limits.cart')))
    await branches.scan(pull, changeCode('decided', call('timeout=limits.shop')))
    expect(await branches.project.blocked(pull)).toEqual(['decided'])
  },
)
