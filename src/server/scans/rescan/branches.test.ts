import { type BranchScenario, testBranches } from './testing/branch-table.ts'
import {
  addFile,
  allOf,
  changeCode,
  copyFile,
  deleteFile,
  deleteLine,
  type Edit,
  insertAt,
  nothing,
  renameFile,
} from './testing/edits.ts'
import { lineFormats } from './testing/formats/all.ts'
import { codeQl } from './testing/formats/codeql.ts'
import type { Format, LineFormat } from './testing/formats/format.ts'
import { packageFormats } from './testing/formats/packages.ts'
import { type Advisory, addPackage, type Inventory, moveManifest, type Package } from './testing/packages.ts'
import { type Flaw, fileWith, type Line, type Repository } from './testing/repository.ts'
import { bySent, kept, offered, open } from './testing/scenario.ts'
import { lineOf, ordersFile, type Subject, shop, subjectOf } from './testing/subjects.ts'
import { main } from './testing/test-project.ts'

const [a, b, c] = ['refs/heads/feature/a', 'refs/pull/7/merge', 'refs/heads/feature/c']

type LineBranches = BranchScenario<Repository, LineFormat>

/** A repository that has all flaws of the subject but the decided one. */
const without = (subject: Subject) => deleteLine('decided')(shop(subject, 'both'))

/** A file that is the same as others of its kind, with another of its flaws for each of these. */
const template = (at: Readonly<Record<number, Flaw>>): Line[] =>
  fileWith('template', 40, Object.fromEntries(Object.entries(at).map(([line, flaw]) => [line, lineOf(flaw)])))

const named = (flaw: Flaw, truth: string): Flaw => ({ ...flaw, truth })

const added: LineBranches[] = [
  {
    name: 'two branches add the same line in new files, ignored on the first one',
    play: async (branches, format) => {
      const { decided, equal } = subjectOf(format)
      await branches.begin(without(subjectOf(format)))
      branches.make(a)
      branches.make(b)
      await branches.scan(a, addFile('app/x.py', template({ 5: decided })))
      await branches.project.decide('decided', a)
      await branches.scan(b, addFile('app/y.py', fileWith('y', 50, { 30: lineOf(equal) })))
    },
    sees: () => ({ truth: 'equal', ref: b, expected: open, blocks: true }),
  },
  {
    name: 'two branches add the same line in files that main has, ignored on the first one',
    play: async (branches, format) => {
      const subject = subjectOf(format)
      await branches.begin(without(subject))
      branches.make(a)
      branches.make(b)
      await branches.scan(a, insertAt(ordersFile, 20, [lineOf(subject.decided)]))
      await branches.project.decide('decided', a)
      await branches.scan(b, insertAt('app/mail.py', 9, [lineOf(subject.equal)]))
    },
    sees: () => ({ truth: 'equal', ref: b, expected: open, blocks: true }),
  },
  {
    name: 'main has a line in a file that came after the branch was made, the branch adds it to another one',
    play: async (branches, format) => {
      const subject = subjectOf(format)
      await branches.begin(without(subject))
      branches.make(b)
      await branches.scan(main, addFile('app/x.py', template({ 5: subject.decided })))
      await branches.project.decide('decided')
      await branches.scan(b, addFile('app/y.py', template({ 5: subject.equal })))
    },
    sees: () => ({ truth: 'equal', ref: b, expected: open, blocks: true }),
  },
  {
    name: 'the same after the branch was scanned before',
    play: async (branches, format) => {
      const subject = subjectOf(format)
      await branches.begin(without(subject))
      branches.make(b)
      await branches.scan(b, nothing)
      await branches.scan(main, addFile('app/x.py', template({ 5: subject.decided })))
      await branches.project.decide('decided')
      await branches.scan(b, addFile('app/y.py', template({ 5: subject.equal })))
    },
    sees: () => ({ truth: 'equal', ref: b, expected: open, blocks: true }),
  },
  {
    name: 'a branch with an ignored line is merged, one that was made before adds the line to another file',
    play: async (branches, format) => {
      const subject = subjectOf(format)
      const change = addFile('app/x.py', template({ 5: subject.decided }))
      await branches.begin(without(subject))
      branches.make(a)
      branches.make(b)
      await branches.scan(a, change)
      await branches.project.decide('decided', a)
      await branches.scan(main, change)
      await branches.scan(b, addFile('app/y.py', template({ 5: subject.equal })))
    },
    sees: () => ({ truth: 'equal', ref: b, expected: open, blocks: true }),
  },
  {
    name: 'two branches add files made from one template, ignored on the first one',
    play: async (branches, format) => {
      const { decided, above, below, equal } = subjectOf(format)
      await branches.begin(without(subjectOf(format)))
      branches.make(a)
      branches.make(b)
      const first = { 5: decided, 12: named(above, 'first above'), 30: named(below, 'first below') }
      const second = { 5: equal, 12: named(above, 'second above'), 30: named(below, 'second below') }
      await branches.scan(a, addFile('services/a/handler.py', template(first)))
      for (const truth of ['decided', 'first above', 'first below']) await branches.project.decide(truth, a)
      await branches.scan(b, addFile('services/b/handler.py', template(second)))
    },
    sees: () => ({ truth: 'equal', ref: b, expected: open, blocks: true }),
  },
  {
    name: 'two branches add the same file at the same path, ignored on the first one',
    play: async (branches, format) => {
      const subject = subjectOf(format)
      await branches.begin(without(subject))
      branches.make(a)
      branches.make(b)
      await branches.scan(a, addFile('app/x.py', template({ 5: subject.decided })))
      await branches.project.decide('decided', a)
      await branches.scan(b, addFile('app/x.py', template({ 5: subject.decided })))
    },
    sees: () => ({ truth: 'decided', ref: b, expected: kept, blocks: false }),
  },
  {
    name: 'two branches add other code at the same place, ignored on the first one',
    play: async (branches, format) => {
      const subject = subjectOf(format)
      await branches.begin(without(subject))
      branches.make(a)
      branches.make(b)
      await branches.scan(a, addFile('app/x.py', template({ 5: subject.decided })))
      await branches.project.decide('decided', a)
      await branches.scan(b, addFile('app/x.py', template({ 5: subject.another })))
    },
    // Without code the reports are the same.
    sees: ({ sends }) => (sends.code ? { truth: 'another', ref: b, expected: open, blocks: true } : null),
  },
  {
    name: 'two branches add the same line, the second one is set to fixing and reopened, ignored on the first one',
    play: async (branches, format) => {
      const subject = subjectOf(format)
      await branches.begin(without(subject))
      branches.make(a)
      branches.make(b)
      await branches.scan(a, addFile('app/x.py', template({ 5: subject.decided })))
      await branches.scan(b, addFile('app/y.py', template({ 5: subject.equal })))
      await branches.project.decide('decided', a)
      for (const state of ['fixing', 'reopened']) await branches.triage('equal', b, state)
    },
    sees: () => ({ truth: 'decided', ref: a, expected: kept }),
  },
]

/** The decided flaw in few words, which many files have. */
const inFewWords = changeCode('decided', 'eval(q)')
const few = (format: LineFormat, among: 'none' | 'both') => {
  const before = shop(subjectOf(format), among)
  return format.sends.secret ? before : inFewWords(before)
}
const rename = renameFile(ordersFile, 'app/purchases.py')

const renamed: LineBranches[] = [
  {
    name: 'the first scan of a pull request renames a file with three findings, in few words',
    play: async (branches, format) => {
      await branches.begin(few(format, 'both'))
      await branches.project.decide('decided')
      branches.make(b)
      await branches.scan(b, rename)
    },
    sees: (format) => {
      const expected = bySent(format, { code: kept, message: kept, secret: kept, masked: open })
      return expected && { truth: 'decided', ref: b, expected, blocks: expected === open }
    },
  },
  {
    name: 'the first scan of a pull request renames a file with one finding, in few words',
    play: async (branches, format) => {
      await branches.begin(few(format, 'none'))
      await branches.project.decide('decided')
      branches.make(b)
      await branches.scan(b, rename)
    },
    // The fingerprint of CodeQL stays as it was, that of others has the path in it.
    sees: (format) => {
      const expected =
        format === codeQl
          ? kept
          : bySent(format, { code: offered, message: offered, secret: null, masked: open })
      return expected && { truth: 'decided', ref: b, expected, blocks: expected !== kept }
    },
  },
  {
    name: 'the first scan of a pull request renames a file with one finding, in many words',
    play: async (branches, format) => {
      await branches.begin(shop(subjectOf(format), 'none'))
      await branches.project.decide('decided')
      branches.make(b)
      await branches.scan(b, rename)
    },
    sees: ({ sends }) =>
      sends.code && !sends.secret ? { truth: 'decided', ref: b, expected: kept, blocks: false } : null,
  },
  {
    name: 'the first scan of a pull request copies a file',
    play: async (branches, format) => {
      await branches.begin(few(format, 'both'))
      await branches.project.decide('decided')
      branches.make(b)
      await branches.scan(b, copyFile(ordersFile, 'app/purchases.py'))
    },
    sees: () => ({ truth: 'copy of decided', ref: b, expected: open, blocks: true }),
  },
  {
    name: 'the first scan of a branch renames a file that another branch has added',
    play: async (branches, format) => {
      const subject = subjectOf(format)
      const file = template({ 5: subject.decided, 12: named(subject.above, 'beside') })
      await branches.begin(without(subject))
      branches.make(a)
      await branches.scan(a, addFile('app/x.py', file))
      await branches.project.decide('decided', a)
      branches.make(c, a)
      await branches.scan(c, renameFile('app/x.py', 'app/y.py'))
    },
    sees: () => ({ truth: 'decided', ref: c, expected: open, blocks: true }),
  },
  {
    name: 'main is scanned after a branch, and has a file under another path',
    play: async (branches, format) => {
      const subject = subjectOf(format)
      const file = template({ 5: subject.decided, 12: named(subject.above, 'beside') })
      await branches.begin(without(subject))
      branches.make(a)
      await branches.scan(a, addFile('app/x.py', file))
      await branches.project.decide('decided', a)
      await branches.scan(main, addFile('app/y.py', file))
    },
    sees: () => ({ truth: 'decided', ref: main, expected: open }),
  },
  {
    name: 'a file is gone on a branch, which later adds its content under another path',
    play: async (branches, format) => {
      const before = shop(subjectOf(format), 'both')
      await branches.begin(before)
      await branches.project.decide('decided')
      branches.make(b)
      await branches.scan(b, deleteFile(ordersFile))
      const again: Edit = (state) => addFile('app/purchases.py', before.get(ordersFile) ?? [])(state)
      await branches.scan(b, again)
    },
    sees: () => ({ truth: 'decided', ref: b, expected: open, blocks: true }),
  },
  {
    name: 'a pull request renames a file with one finding in few words, then main does',
    play: async (branches, format) => {
      await branches.begin(few(format, 'none'))
      await branches.project.decide('decided')
      branches.make(b)
      await branches.scan(b, rename)
      await branches.scan(main, rename)
    },
    sees: ({ sends }) =>
      sends.code && !sends.secret ? { truth: 'decided', ref: b, expected: kept, blocks: false } : null,
  },
  {
    name: 'a renamed file whose content stands in another file of the pull request, too',
    play: async (branches, format) => {
      await branches.begin(few(format, 'none'))
      await branches.project.decide('decided')
      branches.make(b)
      await branches.scan(b, allOf(copyFile(ordersFile, 'app/copy.py'), rename))
    },
    sees: () => ({ truth: 'copy of decided', ref: b, expected: open, blocks: true }),
  },
]

testBranches(lineFormats, [...added, ...renamed])

const prototype: Advisory = { name: 'prototype', ghsa: 'GHSA-35jh-r3h4-6jhm', cve: 'CVE-2021-23337' }
const redirect: Advisory = { name: 'redirect', ghsa: 'GHSA-cxjh-pqwp-8mfp', cve: 'CVE-2024-28849' }
const slow: Advisory = { name: 'slow pattern', ghsa: 'GHSA-29mw-wpgm-hmr9', cve: 'CVE-2020-28500' }

const of = (truth: string, name: string, manifest: string, advisory: Advisory): Package => ({
  truth,
  name,
  version: '1.14.0',
  manifest,
  advisories: [advisory],
})
const inventory: Inventory = [of('docs', 'marked', 'docs/package-lock.json', slow)]
/** The lockfile of a service as a template makes it. */
const service = (truth: string, folder: string) => (state: Inventory) => [
  ...state,
  of(truth, 'lodash', `services/${folder}/package-lock.json`, prototype),
  of(`${truth} beside`, 'follow-redirects', `services/${folder}/package-lock.json`, redirect),
]

const manifests: BranchScenario<Inventory, Format<Inventory>>[] = [
  {
    name: 'two branches add lockfiles made from one template, ignored on the first one',
    play: async (branches) => {
      await branches.begin(inventory)
      branches.make(a)
      branches.make(b)
      await branches.scan(a, service('decided', 'a'))
      await branches.project.decide('decided', a)
      await branches.scan(b, service('equal', 'b'))
    },
    sees: () => ({ truth: 'equal', ref: b, expected: open, blocks: true }),
  },
  {
    name: 'main has a lockfile that came after the branch was made, the branch adds another one',
    play: async (branches) => {
      await branches.begin(inventory)
      branches.make(b)
      await branches.scan(main, service('decided', 'a'))
      await branches.project.decide('decided')
      await branches.scan(b, addPackage(of('equal', 'lodash', 'web/package-lock.json', prototype)))
    },
    sees: () => ({ truth: 'equal', ref: b, expected: open, blocks: true }),
  },
  {
    name: 'two branches add a package to one lockfile, ignored on the first one',
    play: async (branches) => {
      await branches.begin(inventory)
      branches.make(a)
      branches.make(b)
      const add = addPackage(of('decided', 'lodash', 'docs/package-lock.json', prototype))
      await branches.scan(a, add)
      await branches.project.decide('decided', a)
      await branches.scan(b, add)
    },
    sees: () => ({ truth: 'decided', ref: b, expected: kept, blocks: false }),
  },
  {
    name: 'the first scan of a pull request moves a lockfile with two findings',
    play: async (branches) => {
      await branches.begin(service('decided', 'a')(inventory))
      await branches.project.decide('decided')
      branches.make(b)
      await branches.scan(b, moveManifest('services/a/package-lock.json', 'apps/a/package-lock.json'))
    },
    sees: () => ({ truth: 'decided', ref: b, expected: kept, blocks: false }),
  },
  {
    name: 'the first scan of a branch moves a lockfile that another branch has added',
    play: async (branches) => {
      await branches.begin(inventory)
      branches.make(a)
      await branches.scan(a, service('decided', 'a'))
      await branches.project.decide('decided', a)
      branches.make(c, a)
      await branches.scan(c, moveManifest('services/a/package-lock.json', 'apps/a/package-lock.json'))
    },
    sees: () => ({ truth: 'decided', ref: c, expected: open, blocks: true }),
  },
]

testBranches(packageFormats, manifests)
