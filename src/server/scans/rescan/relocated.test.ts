import { describe, expect, test } from 'vitest'
import {
  addFile,
  allOf,
  changeCode,
  deleteFile,
  deleteLine,
  insertAtTop,
  movePrefix,
  renameFile,
} from './testing/edits.ts'
import type { Format, LineFormat } from './testing/formats/format.ts'
import { packageFormats } from './testing/formats/packages.ts'
import { type Match, sarif } from './testing/hand-written.ts'
import {
  type Advisory,
  allPackages,
  bump,
  type Inventory,
  moveManifest,
  type Package,
  type PackageEdit,
} from './testing/packages.ts'
import { PlainProject } from './testing/plain-project.ts'
import { type Flaw, fileWith } from './testing/repository.ts'
import {
  bySent,
  type Expected,
  gone,
  kept,
  keptOrOffered,
  offered,
  open,
  type Scenario,
} from './testing/scenario.ts'
import { lineOf, ordersFile, type Subject, shop } from './testing/subjects.ts'
import { type LineScenario, testAll, testIn } from './testing/table.ts'

const rename = renameFile(ordersFile, 'app/purchases.py')
const isCode = ({ sends }: LineFormat) => sends.code && !sends.secret
const decided = 'run_report(filters, "open", limit=50)'
const ofCode = (code: string) => (subject: Subject) => changeCode('decided', code)(shop(subject, 'none'))

/** A repository where the rule of the decided flaw has no other match. */
const ofOneRule = (subject: Subject) => deleteLine('user query')(shop(subject, 'none'))

const within = (name: string, scenario: Omit<LineScenario, 'name' | 'isOnOneBranch'>): LineScenario => ({
  name,
  isOnOneBranch: true,
  inDiffScans: false,
  ...scenario,
})

const changedBesides: [string, string, Expected][] = [
  ['white space changed', 'run_report( filters,"open", limit=50 )', kept],
  ['quotes changed and a comma added', "run_report(filters, 'open', limit=50,)", keptOrOffered],
]

const scenarios: LineScenario[] = [
  ...changedBesides.map(([name, code, expected]) =>
    within(`file renamed, and ${name}, the only finding in it`, {
      before: ofCode(decided),
      steps: () => [{ edit: allOf(changeCode('decided', code), rename) }],
      expects: (format) => (isCode(format) ? expected : null),
    }),
  ),
  within('folder renamed, and its rules reworded', {
    before: (subject) => shop(subject, 'both'),
    steps: () => [{ edit: movePrefix('app/', 'services/shop/'), run: { reworded: true } }],
    expects: (format) => bySent(format, { code: kept, message: null, secret: kept, masked: null }),
  }),
  within('folder renamed, its rules reworded and 5 lines inserted, the only finding in its file', {
    before: (subject) => shop(subject, 'none'),
    steps: () => [
      {
        edit: allOf(insertAtTop('decided', 5), movePrefix('app/', 'services/shop/')),
        run: { reworded: true },
      },
    ],
    expects: (format) => bySent(format, { code: kept, message: null, secret: kept, masked: null }),
  }),
  within('file renamed, and the code of its only finding changed, the only one of its rule', {
    before: ofOneRule,
    steps: ({ changeSlightly }) => [{ edit: allOf(changeSlightly, rename) }],
    expects: (format) =>
      bySent(format, { code: offered, message: keptOrOffered, secret: kept, masked: keptOrOffered }),
  }),
  within('file renamed, and the code of its only finding written anew, the only one of its rule', {
    before: ofOneRule,
    steps: ({ rewrite }) => [{ edit: allOf(rewrite, rename) }],
    expects: (format) =>
      bySent(format, { code: offered, message: keptOrOffered, secret: open, masked: keptOrOffered }),
  }),
  within('file deleted, and one added with other matches of the same rules on the same lines', {
    before: (subject) => shop(subject, 'both'),
    steps: ({ above, another, below }) => {
      const other = (flaw: Flaw, code: string) => lineOf({ ...flaw, truth: `other ${flaw.truth}`, code })
      const lines = {
        8: other(above, 'hashlib.sha1(report.title)'),
        30: lineOf(another),
        50: other(below, 'response.append_html(footer)'),
      }
      return [
        { edit: allOf(deleteFile(ordersFile), addFile('app/reports.py', fileWith('report', 60, lines))) },
      ]
    },
    // The same messages at the same distances are no evidence where the code is another one.
    expects: (format) => (isCode(format) ? gone : null),
  }),
]

testAll(scenarios)

const prototype: Advisory = { name: 'prototype', ghsa: 'GHSA-35jh-r3h4-6jhm', cve: 'CVE-2021-23337' }
const redirect: Advisory = { name: 'redirect', ghsa: 'GHSA-cxjh-pqwp-8mfp', cve: 'CVE-2024-28849' }
const lock = 'shop/package-lock.json'
const lodash = (truth: string, version: string): Package => ({
  truth,
  name: 'lodash',
  version,
  manifest: lock,
  advisories: [prototype],
})
const moved = moveManifest(lock, 'apps/shop/package-lock.json')
const bumped = allPackages(moved, bump('decided', '4.17.19'))

const lockfile = (
  name: string,
  before: Inventory,
  edit: PackageEdit,
  expected = kept,
): Scenario<Inventory, Format<Inventory>> => ({
  name,
  isOnOneBranch: true,
  inDiffScans: false,
  history: () => ({ before, steps: [{ edit }] }),
  expects: () => expected,
})

const redirects: Package = {
  ...lodash('redirects', '1.14.0'),
  name: 'follow-redirects',
  advisories: [redirect],
}

testIn(packageFormats, [
  lockfile('lockfile moved and a version bumped', [lodash('decided', '4.17.15'), redirects], bumped),
  lockfile(
    'lockfile moved and a version bumped, the only package in it',
    [lodash('decided', '4.17.15')],
    bumped,
  ),
  lockfile(
    'lockfile moved and all versions bumped',
    [lodash('decided', '4.17.15'), redirects],
    allPackages(bumped, bump('redirects', '1.15.6')),
  ),
])

describe('a known fingerprint of a file that is gone', () => {
  const stays: Match = { path: 'lib/other.js', line: 3, message: 'Other.', fingerprint: '1111111111111111:1' }
  const at = (path: string, line: number): Match => ({ path, line, fingerprint: 'aaaabbbbccccdddd:1' })

  test.each([
    ['its file name is equal', at('services/a.js', 9), 'services/a.js:9 ignored'],
    ['its line is equal', at('src/b.js', 5), 'src/b.js:5 ignored'],
    ['neither is', at('services/b.js', 9), 'services/b.js:9 open uncertain'],
  ])('%s, without code', async (_, found, seen) => {
    const project = await PlainProject.start()
    await project.scan(sarif([at('src/a.js', 5), stays]))
    await project.ignore('src/a.js:5')
    await project.scan(sarif([found, stays]))
    expect(await project.there()).toContain(seen)
  })

  test('two results have it: it is only offered', async () => {
    const project = await PlainProject.start()
    await project.scan(sarif([at('src/a.js', 5), stays]))
    await project.ignore('src/a.js:5')
    await project.scan(sarif([at('services/a.js', 9), at('lib/a.js', 9), stays]))
    expect((await project.there()).filter((each) => each.endsWith('ignored'))).toEqual([])
  })
})
