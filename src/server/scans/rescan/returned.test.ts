import {
  addNear,
  allOf,
  deleteLine,
  type Edit,
  fixInPlace,
  insertAt,
  insertAtTop,
  nothing,
} from './testing/edits.ts'
import type { Run } from './testing/formats/format.ts'
import { bySent, gone, kept, keptOrOffered, open } from './testing/scenario.ts'
import { lineOf, type Neighbours, ordersFile, type Subject, shop } from './testing/subjects.ts'
import { type LineScenario, testAll } from './testing/table.ts'

const places: [Neighbours, string][] = [
  ['both', ''],
  ['none', ', nothing else in the file'],
]

/** Brings the decided flaw back into the place of its line, which is gone. */
const bringBack =
  ({ decided }: Subject, line = 30): Edit =>
  (repository) =>
    insertAt(ordersFile, line, [lineOf(decided)])(repository)

const fixedThenBack = places.flatMap(([among, words]): LineScenario[] => [
  {
    name: `fixed, then back${words}`,
    before: (subject) => shop(subject, among),
    isVariant: among === 'none',
    steps: (subject) => [{ edit: deleteLine('decided') }, { edit: bringBack(subject) }],
    expects: () => kept,
    // In the end the branch is as it was, so that a diff scan has nothing to look at.
    inDiffScans: false,
  },
  {
    name: `fixed for three scans, then back${words}`,
    before: (subject) => shop(subject, among),
    isVariant: among === 'none',
    steps: (subject) => [
      { edit: deleteLine('decided') },
      { edit: insertAt(ordersFile, 59, [{ text: '    flush(orders)' }]) },
      { edit: nothing },
      { edit: bringBack(subject) },
    ],
    expects: () => kept,
  },
  {
    name: `fixed in its place, with another match of the rule below${words}`,
    before: (subject) => shop(subject, among, { 41: subject.another }),
    isVariant: among === 'none',
    steps: () => [{ edit: fixInPlace('decided') }],
    expects: () => gone,
  },
  {
    name: `fixed with its line, with another match of the rule below${words}`,
    before: (subject) => shop(subject, among, { 41: subject.another }),
    isVariant: among === 'none',
    steps: () => [{ edit: deleteLine('decided') }],
    expects: () => gone,
  },
  {
    name: `fixed with its line, then back, with another match of the rule below${words}`,
    before: (subject) => shop(subject, among, { 41: subject.another }),
    isVariant: among === 'none',
    steps: (subject) => [{ edit: deleteLine('decided') }, { edit: bringBack(subject) }],
    // Without code and neighbours the other one may have been it.
    expects: ({ sends }) => (among === 'none' && !sends.code ? keptOrOffered : kept),
    // In the end the branch is as it was, so that a diff scan has nothing to look at.
    inDiffScans: false,
  },
  {
    name: `fixed, then another match of the rule added${words}`,
    before: (subject) => shop(subject, among),
    isVariant: among === 'none',
    steps: ({ another }) => [
      { edit: fixInPlace('decided') },
      { edit: insertAt(ordersFile, 22, [lineOf(another)]) },
    ],
    expects: () => gone,
  },
  {
    name: `fixed, then back 10 lines further down${words}`,
    before: (subject) => shop(subject, among),
    isVariant: among === 'none',
    steps: (subject) => [
      { edit: deleteLine('decided') },
      { edit: allOf(bringBack(subject), insertAtTop('decided', 10)) },
    ],
    // Without code a finding that is gone comes back on its line alone.
    expects: (format) => bySent(format, { code: kept, message: open, secret: kept, masked: open }),
  },
])

const offRules = (subject: Subject, namesOffRules: boolean): Run => ({
  offRules: [subject.decided.rule],
  namesOffRules,
})

const ruleOff = [true, false].flatMap((sameCommit): LineScenario[] =>
  [true, false].map((named) => ({
    name: `rule disabled, ${named ? 'which the file says, ' : ''}then enabled, in ${sameCommit ? 'one commit' : 'two commits'}`,
    before: (subject) => shop(subject, 'both'),
    steps: (subject) => [
      { edit: nothing, run: offRules(subject, named), sameCommit },
      { edit: nothing, sameCommit },
    ],
    expects: () => kept,
    inDiffScans: false,
  })),
)

const suppressed: LineScenario[] = [
  {
    name: 'suppressed by the scanner, then no longer',
    before: (subject) => shop(subject, 'both'),
    steps: () => [{ edit: nothing, run: { suppressed: ['decided'] } }, { edit: nothing }],
    expects: ({ leavesOutSuppressed }) => (leavesOutSuppressed ? null : kept),
    inDiffScans: false,
  },
  {
    name: 'suppressed by a comment in its line, then no longer, with lines added meanwhile',
    before: (subject) => shop(subject, 'both'),
    steps: () => [
      { edit: insertAtTop('decided', 2), run: { suppressed: ['decided'] } },
      { edit: addNear('decided', 3, { text: '    audit(orders)' }) },
    ],
    expects: (format) =>
      format.leavesOutSuppressed
        ? null
        : bySent(format, { code: kept, message: kept, secret: kept, masked: open }),
  },
]

testAll([...fixedThenBack, ...ruleOff, ...suppressed])
