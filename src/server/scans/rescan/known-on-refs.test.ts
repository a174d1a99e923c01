import { expect, test } from 'vitest'
import { resolveMatch } from '#contract/operations/matches.ts'
import { patchFinding } from '#contract/operations/ticket.ts'
import { triage, undoTriage } from '#contract/operations/triage.ts'
import { Branches } from './testing/branches.ts'
import { deleteLine, insertBelow, movePrefix, moveTo, renameFile } from './testing/edits.ts'
import { lineFormats } from './testing/formats/all.ts'
import type { Format } from './testing/formats/format.ts'
import { packageFormats } from './testing/formats/packages.ts'
import { type Inventory, moveManifest } from './testing/packages.ts'
import { fileWith, type Repository } from './testing/repository.ts'
import { detailsOf } from './testing/rows.ts'
import { lineOf, ordersFile, shop, subjectOf } from './testing/subjects.ts'
import { sharedProjects } from './testing/table.ts'
import { main } from './testing/test-project.ts'

const newProject = sharedProjects()

const pull = 'refs/pull/1/merge'
const [release, feature] = ['refs/heads/release/1', 'refs/heads/feature']

async function branchesOf<State>(format: Format<State>) {
  const project = await newProject(format)
  return { branches: new Branches(project), project }
}

const isCode = ({ sends }: (typeof lineFormats)[number]) => sends.code && !sends.secret && !sends.resource

test.each(lineFormats.filter(({ sends }) => !sends.code && !sends.secret))(
  '$name: a file with a finding in doubt on main is renamed on a branch → all of it is known',
  async (format) => {
    const { branches, project } = await branchesOf(format)
    const { decided, equal, above, below } = subjectOf(format)
    const lines = { 3: lineOf(above), 20: lineOf(decided), 50: lineOf(below) }
    await branches.begin(
      new Map([...shop(subjectOf(format), 'none'), ['app/cart.py', fileWith('c', 60, lines)]]),
    )
    await branches.scan(main, (state) =>
      new Map(state).set('app/cart.py', fileWith('c', 60, { ...lines, 24: lineOf(equal) })),
    )
    await project.decide('equal')
    expect((await project.found()).get('decided')?.uncertain).toBe(true)
    branches.make(pull)
    await branches.scan(pull, renameFile('app/cart.py', 'app/basket.py'))
    expect(await project.blocked(pull)).toEqual([])
    const found = await project.found(pull)
    expect([found.get('equal')?.status, found.get('decided')?.uncertain]).toEqual(['ignored', true])
  },
)

test.each(lineFormats.filter(isCode))(
  '$name: a protected branch has equal code twice → a new branch keeps what main has',
  async (format) => {
    const { branches, project } = await branchesOf(format)
    const { equal } = subjectOf(format)
    await branches.begin(shop(subjectOf(format), 'none'))
    await project.protect(['release/*'])
    await project.decide('decided')
    branches.make(release)
    await branches.scan(release, insertBelow('decided', 3))
    await branches.scan(release, (state: Repository) => {
      const lines = state.get('app/orders.py') ?? []
      const at = lines.findIndex(({ flaw }) => flaw?.truth === 'decided')
      return new Map(state).set('app/orders.py', lines.toSpliced(at, 0, lineOf(equal)))
    })
    branches.make(feature)
    await branches.scan(feature, (state) => state)
    expect((await project.found(feature)).get('decided')?.status).toBe('ignored')
  },
)

test.each(lineFormats.filter(isCode))(
  '$name: code that changed on a branch comes to main → main has its owner and its ticket',
  async (format) => {
    const { branches, project } = await branchesOf(format)
    const { call } = project.service
    const { changeSlightly } = subjectOf(format)
    await branches.begin(shop(subjectOf(format), 'none'))
    await project.decide('decided')
    branches.make(feature)
    await branches.scan(feature, changeSlightly)
    const row = (await project.found(feature)).get('decided')
    const url = 'https://tickets.example/7'
    const body = { issue_type: row?.issueType, issue_ids: [row?.id], new_triage_state: 'fixing' }
    await call(triage, { body: { ...body, new_owner: '@acme/cart' } })
    const external_ticket = { url, externalSlug: 'T-7' }
    await call(patchFinding, { path: { id: row?.id ?? 0 }, body: { external_ticket } })
    await branches.scan(main, changeSlightly)
    const onMain = (await project.found()).get('decided')
    expect(onMain).toMatchObject({ status: 'fixing', owner: '@acme/cart', ticket: url })
    const { history } = await detailsOf(project.service, onMain?.id ?? 0)
    expect(history.find(({ what }) => what === 'assigned')).toMatchObject({ to: '@acme/cart' })
  },
)

const inventory: Inventory = [
  {
    truth: 'lodash',
    name: 'lodash',
    version: '4.17.20',
    manifest: 'package-lock.json',
    advisories: [{ name: 'injection', ghsa: 'GHSA-35jh-r3h4-6jhm', cve: 'CVE-2021-23337' }],
  },
]

test.each(packageFormats)(
  '$name: a branch knows an advisory by the ids that main learned, though its reports name one each',
  async (format) => {
    const { branches, project } = await branchesOf(format)
    await branches.begin(inventory)
    await project.decide('lodash')
    branches.make(feature)
    await branches.scan(feature, (state) => state, { withoutAliases: true })
    await branches.scan(feature, (state) => state, { withoutAliases: true, advisoryIds: 'cve' })
    expect((await project.found(feature)).get('lodash')?.status).toBe('ignored')
  },
)

test.each(lineFormats.filter(isCode))(
  '$name: a renamed rule of one place is confirmed on a branch → main has the decision, until that is undone',
  async (format) => {
    const { branches, project } = await branchesOf(format)
    const line = lineOf(subjectOf(format).decided)
    const state = (prefix: string) => {
      const flaw = { ...subjectOf(format).decided, rule: `${prefix}${subjectOf(format).decided.rule}` }
      return new Map([['app/cart.py', fileWith('c', 40, { 9: { ...line, flaw } })]])
    }
    await branches.begin(state(''))
    await project.decide('decided')
    await branches.scan(main, () => state('config.'))
    expect((await project.found()).get('decided')?.uncertain).toBe(true)
    branches.make(feature)
    await branches.scan(feature, (same) => same)
    const row = (await project.found(feature)).get('decided')
    const { matches } = await detailsOf(project.service, row?.id ?? 0)
    const offer = matches.find(({ kind, state: of }) => kind === 'candidate' && of === 'open')
    const path = { id: row?.id ?? 0, matchId: offer?.id ?? '' }
    const { body } = await project.service.call(resolveMatch, { path, body: { same: true } })
    const statuses = async () =>
      Promise.all([main, feature].map(async (ref) => (await project.found(ref)).get('decided')?.status))
    expect(await statuses()).toEqual(['ignored', 'ignored'])
    expect((await project.found()).get('decided')?.uncertain).toBe(false)
    await project.service.call(undoTriage, { path: { change_id: body.change_id ?? '' } })
    expect(await statuses()).toEqual(['open', 'open'])
    expect((await project.found()).get('decided')?.uncertain).toBe(true)
  },
)

test.each(lineFormats.filter(({ sends }) => !sends.code && !sends.secret))(
  '$name: a finding is said to have moved, and another one comes to where it stood → it is open',
  async (format) => {
    const { branches, project } = await branchesOf(format)
    const { decided, equal } = subjectOf(format)
    const state = (at: Parameters<typeof fileWith>[2]) => new Map([['app/cart.py', fileWith('c', 40, at)]])
    await branches.begin(state({ 10: lineOf(decided) }))
    await project.decide('decided')
    branches.make(feature)
    await branches.scan(feature, (same) => same)
    for (const ref of [main, feature]) await branches.scan(ref, () => state({ 14: lineOf(decided) }))
    const row = (await project.found()).get('decided')
    const { matches } = await detailsOf(project.service, row?.id ?? 0)
    const path = { id: row?.id ?? 0, matchId: matches[0]?.id ?? '' }
    await project.service.call(resolveMatch, { path, body: { same: true } })
    for (const ref of [main, feature]) {
      await branches.scan(ref, () => state({ 10: lineOf(equal), 14: lineOf(decided) }))
      const found = await project.found(ref)
      expect([found.get('decided')?.status, found.get('equal')?.status], ref).toEqual(['ignored', 'open'])
    }
  },
)

test.each(lineFormats.filter((format) => isCode(format) && format.sends.fingerprint))(
  '$name: code comes back after the scanner computes other fingerprints → its decision is kept or on offer',
  async (format) => {
    const { branches, project } = await branchesOf(format)
    await branches.begin(shop(subjectOf(format), 'none'))
    await project.decide('decided')
    await branches.scan(main, deleteLine('decided'), { scheme: 2 })
    await branches.scan(main, () => shop(subjectOf(format), 'none'), { scheme: 2 })
    const row = (await project.found()).get('decided')
    expect(row && (await project.outcomeOf(row))).not.toBe('open')
  },
)

/** The decided finding alone in a file, under a rule with this prefix. */
const alone = (format: (typeof lineFormats)[number], prefix = '') => {
  const { decided } = subjectOf(format)
  const flaw = { ...decided, rule: `${prefix}${decided.rule}` }
  return new Map([['app/cart.py', fileWith('c', 40, { 9: { ...lineOf(decided), flaw } })]])
}

test.each(lineFormats.filter(isCode))(
  '$name: a renamed rule of one place is confirmed on main → a branch that has it later keeps the decision',
  async (format) => {
    const { branches, project } = await branchesOf(format)
    await branches.begin(alone(format))
    await project.decide('decided')
    for (const ref of [pull, feature]) {
      branches.make(ref)
      await branches.scan(ref, (state) => state)
    }
    await branches.scan(main, () => alone(format, 'config.'))
    // Nobody answered yet: the branch asks, too.
    await branches.scan(pull, () => alone(format, 'config.'))
    expect((await project.found(pull)).get('decided')?.uncertain).toBe(true)
    const row = (await project.found()).get('decided')
    const { matches } = await detailsOf(project.service, row?.id ?? 0)
    const path = { id: row?.id ?? 0, matchId: matches[0]?.id ?? '' }
    await project.service.call(resolveMatch, { path, body: { same: true } })
    await branches.scan(feature, () => alone(format, 'config.'))
    const found = (await project.found(feature)).get('decided')
    expect(found).toMatchObject({ status: 'ignored', uncertain: false })
    const { history } = await detailsOf(project.service, found?.id ?? 0)
    expect(history.map(({ what }) => what)).toContain('rule_renamed')
    expect(await project.blocked(feature)).toEqual([])
  },
)

test.each(lineFormats.filter(({ sends }) => !sends.code && !sends.secret))(
  '$name: main ignores a finding, a branch adds one beside it and ignores the first by itself → the gate fails for the new one',
  async (format) => {
    const { branches, project } = await branchesOf(format)
    const { decided, another, above } = subjectOf(format)
    const state = (at: Parameters<typeof fileWith>[2]) => new Map([['app/cart.py', fileWith('c', 60, at)]])
    await branches.begin(state({ 3: lineOf(above), 28: lineOf(decided) }))
    await project.decide('decided')
    branches.make(feature)
    await branches.scan(feature, () => state({ 3: lineOf(above), 9: lineOf(another), 29: lineOf(decided) }))
    await project.decide('decided', feature)
    expect(await project.blocked(feature)).toEqual(['another'])
  },
)

test.each(lineFormats.filter(({ sends }) => !sends.code && !sends.secret))(
  '$name: a decided finding moves in its file, and another one comes to its line → it is open, and offers the decision',
  async (format) => {
    const { branches, project } = await branchesOf(format)
    const { decided, equal, above, below } = subjectOf(format)
    const state = (at: Parameters<typeof fileWith>[2]) =>
      new Map([['app/cart.py', fileWith('c', 70, { ...at, 60: lineOf(below) })]])
    await branches.begin(state({ 5: lineOf(decided), 20: lineOf(above) }))
    await project.decide('decided')
    await branches.scan(main, () => state({ 20: lineOf(above), 36: lineOf(decided) }))
    await branches.scan(main, () => state({ 5: lineOf(equal), 20: lineOf(above), 36: lineOf(decided) }))
    const found = await project.found()
    expect(found.get('equal')?.status).toBe('open')
    expect(found.get('equal')?.uncertain || found.get('decided')?.uncertain).toBe(true)
  },
)

test.each(lineFormats.filter(({ sends }) => sends.code && !sends.resource))(
  '$name: an equal finding is copied on main, and again on a branch where the copy is decided → other branches stay open',
  async (format) => {
    const { branches, project } = await branchesOf(format)
    const { decided, equal } = subjectOf(format)
    const third = { ...equal, truth: 'third' }
    const state = (at: Parameters<typeof fileWith>[2]) => new Map([['app/cart.py', fileWith('c', 60, at)]])
    await branches.begin(state({ 30: lineOf(decided) }))
    branches.make(release)
    await branches.scan(release, (same) => same)
    const copied = { 9: lineOf(equal), 31: lineOf(decided) }
    await branches.scan(main, () => state(copied))
    branches.make(feature)
    await branches.scan(feature, () => state({ ...copied, 40: lineOf(third) }))
    await project.decide('third', feature)
    for (const [ref, truth] of [
      [release, 'decided'],
      [main, 'decided'],
      [main, 'equal'],
    ] as const)
      expect((await project.found(ref)).get(truth)?.status, `${truth} on ${ref}`).toBe('open')
  },
)

test.each(lineFormats.filter((format) => isCode(format) && format.sends.fingerprint))(
  '$name: main changes an argument and renames the folder in one commit → the code is open on a branch that merges it, too',
  async (format) => {
    const { branches, project } = await branchesOf(format)
    const { changeSlightly } = subjectOf(format)
    await branches.begin(shop(subjectOf(format), 'both'))
    await project.decide('decided')
    branches.make(feature)
    await branches.scan(feature, (state) => state)
    const edit = (state: Repository) => movePrefix('app/', 'services/cart/')(changeSlightly(state))
    for (const ref of [main, feature]) {
      await branches.scan(ref, edit)
      const row = (await project.found(ref)).get('decided')
      expect([row?.status, row?.uncertain], ref).toEqual(['open', true])
    }
  },
)

test.each(lineFormats.filter(({ sends }) => sends.resource))(
  '$name: main gets the code of a branch for another resource → that of the branch is new for the gate',
  async (format) => {
    const { branches, project } = await branchesOf(format)
    const { decided } = subjectOf(format)
    const of = (resource: string, line: number) =>
      new Map([
        ...shop(subjectOf(format), 'none'),
        [
          'app/cart.py',
          fileWith('c', 60, {
            [line]: { ...lineOf(decided), flaw: { ...decided, truth: resource, resource } },
          }),
        ],
      ])
    await branches.begin(shop(subjectOf(format), 'none'))
    branches.make(feature)
    await branches.scan(feature, () => of('aws_s3_bucket.customers', 37))
    await branches.scan(main, () => of('aws_s3_bucket.logs', 25))
    await branches.scan(feature, (state) => state)
    expect(await project.blocked(feature)).toEqual(['aws_s3_bucket.customers'])
  },
)

test.each(lineFormats.filter(isCode))(
  '$name: main moves code to another file and back, where a branch has other code → that of the branch is open',
  async (format) => {
    const { branches, project } = await branchesOf(format)
    await branches.begin(shop(subjectOf(format), 'none'))
    await project.decide('decided')
    branches.make(feature)
    await branches.scan(feature, subjectOf(format).changeSlightly)
    await branches.scan(main, moveTo('decided', 'app/users.py', 40))
    await branches.scan(main, moveTo('decided', ordersFile, 30))
    const row = (await project.found(feature)).get('decided')
    expect([row?.status, row?.uncertain]).toEqual(['open', true])
    expect(await project.blocked(feature)).toEqual(['decided'])
  },
)

test.each(lineFormats.filter(({ sends }) => sends.resource))(
  '$name: main moves a resource to another file and back, where a branch has another one → that of the branch is open',
  async (format) => {
    const { branches, project } = await branchesOf(format)
    const { decided, above } = subjectOf(format)
    const of = (path: string, resource: string): Repository =>
      new Map([
        ['app/main.py', fileWith('m', 60, { 8: lineOf(above) })],
        [
          path,
          fileWith('c', 60, { 9: { ...lineOf(decided), flaw: { ...decided, truth: resource, resource } } }),
        ],
      ])
    const [logs, customers] = ['aws_s3_bucket.logs', 'aws_s3_bucket.customers']
    await branches.begin(of('app/cart.py', logs))
    await project.decide(logs)
    branches.make(feature)
    await branches.scan(feature, () => of('app/cart.py', customers))
    await branches.scan(main, () => of('app/shop.py', logs))
    await branches.scan(main, () => of('app/cart.py', logs))
    expect((await project.found(feature)).get(customers)?.status).toBe('open')
    expect(await project.blocked(feature)).toEqual([customers])
  },
)

test.each(packageFormats)(
  '$name: main moves a lockfile, and one package of it back to where a branch has it → nobody is asked',
  async (format) => {
    const { branches, project } = await branchesOf(format)
    const of = (name: string, number: number) => ({
      ...{ truth: name, name, version: '1.14.0', manifest: 'shop/package-lock.json' },
      advisories: [{ name: `of ${name}`, ghsa: `GHSA-${number}-aaaa-bbbb`, cve: `CVE-2024-${number}` }],
    })
    const [old, current] = ['shop/package-lock.json', 'apps/shop/package-lock.json']
    await branches.begin([of('lodash', 1001), of('axios', 1002), of('minimist', 1003)])
    await project.decide('lodash')
    branches.make(feature)
    await branches.scan(feature, (state) => state)
    const run = { advisoryIds: 'cve', upgraded: true } as const
    await branches.scan(main, moveManifest(old, current), run)
    await branches.scan(
      main,
      (state) => state.map((each) => (each.name === 'lodash' ? { ...each, manifest: old } : each)),
      run,
    )
    const row = (await project.found()).get('lodash')
    expect([row?.status, row?.uncertain]).toEqual(['ignored', false])
  },
)

test.each(packageFormats)(
  '$name: a package is fixed, its lockfile moved, and it comes back → what was decided is on offer',
  async (format) => {
    const { branches, project } = await branchesOf(format)
    const of = (name: string, manifest: string) => ({
      ...{ truth: name, name, version: '1.14.0', manifest },
      advisories: [{ name: `of ${name}`, ghsa: 'GHSA-35jh-r3h4-6jhm', cve: 'CVE-2021-23337' }],
    })
    const [old, current] = ['shop/package-lock.json', 'apps/shop/package-lock.json']
    await branches.begin([of('lodash', old), of('axios', old)])
    await project.decide('lodash')
    await branches.scan(main, () => [of('axios', old)])
    await branches.scan(main, () => [of('axios', current)])
    await branches.scan(main, () => [of('lodash', current), of('axios', current)])
    const row = (await project.found()).get('lodash')
    expect([row?.status, row?.uncertain]).toEqual(['open', true])
  },
)
