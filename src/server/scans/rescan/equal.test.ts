import {
  addNear,
  allOf,
  changeCode,
  copyLines,
  deleteLine,
  deleteLines,
  type Edit,
  fixInPlace,
  insertAbove,
  insertAt,
  moveTo,
} from './testing/edits.ts'
import { bySent, type Expected, gone, kept, keptOrOffered, offered, open } from './testing/scenario.ts'
import { lineOf, type Neighbours, ordersFile, type Subject, shop } from './testing/subjects.ts'
import { type LineScenario, testAll } from './testing/table.ts'

const places: [Neighbours, string][] = [
  ['both', ''],
  ['none', ', nothing else in the file'],
]
const removals: [string, (truth: string) => Edit][] = [
  ['fixed in its place', fixInPlace],
  ['deleted with its line', deleteLine],
]
const sides: [string, number][] = [
  ['first', 45],
  ['second', 20],
]

/**
 * Two equal matches, one of them decided and one of them removed. Without anything else in the file, and without lines
 * around each match, what is left could be either once its line moved.
 */
const removed = places.flatMap(([among, words]) =>
  removals.flatMap(([how, remove]) =>
    sides.flatMap(([which, other]): LineScenario[] => [
      {
        name: `two equal, the decided one, the ${which}, ${how}${words}`,
        before: (subject) => shop(subject, among, { [other]: subject.equal }),
        isVariant: among === 'none',
        steps: () => [{ edit: remove('decided') }],
        expects: () => gone,
      },
      {
        name: `two equal, the decided one is the ${which}, the other one ${how}${words}`,
        before: (subject) => shop(subject, among, { [other]: subject.equal }),
        isVariant: among === 'none',
        steps: () => [{ edit: remove('equal') }],
        expects: (format) => {
          const moved = remove === deleteLine && other < 30
          const unclear = moved && among === 'none'
          const byLines = unclear && format.sends.context === 0 ? keptOrOffered : kept
          return bySent(format, {
            code: byLines,
            message: byLines,
            // A value counts without its line, so that of two equal ones either may have gone.
            secret: keptOrOffered,
            masked: moved ? open : kept,
          })
        },
      },
    ]),
  ),
)

const withoutContext = (among: Neighbours): Expected => (among === 'none' ? keptOrOffered : kept)

const added = places.flatMap(([among, words]): LineScenario[] => [
  {
    name: `equal match added above${words}`,
    before: (subject) => shop(subject, among),
    isVariant: among === 'none',
    steps: ({ equal }) => [{ edit: addNear('decided', -14, lineOf(equal)) }],
    expects: (format) =>
      bySent(format, {
        code: format.sends.context > 0 ? kept : withoutContext(among),
        message: keptOrOffered,
        // Values are paired by path and order: which of two equal ones in a file is which nobody can tell.
        secret: null,
        masked: open,
      }),
  },
  {
    name: `equal match added below${words}`,
    before: (subject) => shop(subject, among),
    isVariant: among === 'none',
    steps: ({ equal }) => [{ edit: addNear('decided', 9, lineOf(equal)) }],
    expects: (format) =>
      bySent(format, { code: kept, message: keptOrOffered, secret: keptOrOffered, masked: kept }),
  },
  {
    name: `equal match added above with the same lines around it${words}`,
    before: (subject) => shop(subject, among),
    isVariant: among === 'none',
    steps: () => [{ edit: copyLines(ordersFile, 27, 38, 12) }],
    expects: (format) =>
      bySent(format, {
        code: withoutContext(among),
        message: keptOrOffered,
        secret: null,
        masked: open,
      }),
  },
  {
    name: `another match of the rule added above${words}`,
    before: (subject) => shop(subject, among),
    isVariant: among === 'none',
    steps: ({ another }) => [{ edit: addNear('decided', -14, lineOf(another)) }],
    expects: (format) => bySent(format, { code: kept, message: keptOrOffered, secret: kept, masked: open }),
  },
  {
    name: `another match of the rule added below${words}`,
    before: (subject) => shop(subject, among),
    isVariant: among === 'none',
    steps: ({ another }) => [{ edit: addNear('decided', 9, lineOf(another)) }],
    expects: (format) => bySent(format, { code: kept, message: keptOrOffered, secret: kept, masked: kept }),
  },
])

/** Longer than the hundred characters that CodeQL hashes. */
const longCode = `cursor.execute(query_for(orders, ${Array.from({ length: 12 }, (_, index) => `field_${index}=value`).join(', ')}))`

const blocks: LineScenario[] = [
  {
    name: 'equal match added two lines above, with more lines before it, the last one in the file',
    before: (subject) => changeCode('decided', longCode)(shop(subject, 'above')),
    steps: ({ equal }) => [
      {
        edit: allOf(insertAbove('decided', 6), addNear('decided', -1, lineOf({ ...equal, code: longCode }))),
      },
    ],
    // The lines around both are others than before, and no lines after them are hashed: nothing says which one it was.
    expects: (format) => (format.sends.code && format.sends.context > 0 ? offered : null),
  },
  {
    name: 'two equal, the decided one moved past another finding, the other one changed slightly',
    before: (subject) => shop(subject, 'above', { 33: subject.below, 42: subject.equal }),
    steps: ({ equal }) => [
      {
        edit: allOf(
          moveTo('decided', ordersFile, 35),
          changeCode('equal', equal.code.replace('owner_id', 'customer_id')),
        ),
      },
    ],
    // By their order the other one stands where the decided one is now, and what it was changed to is like both.
    expects: ({ sends }) =>
      sends.code && !sends.secret && !sends.fingerprint && sends.context === 0 ? open : null,
  },
  {
    name: 'two equal with the same lines around them, the decided one removed with them',
    before: (subject) => copyLines(ordersFile, 27, 38, 45)(shop(subject, 'both')),
    steps: () => [{ edit: deleteLines(ordersFile, 27, 38) }],
    expects: () => gone,
  },
  {
    name: 'two equal with the same lines around them, the other one removed with them',
    before: (subject) => copyLines(ordersFile, 27, 38, 12)(shop(subject, 'both')),
    steps: () => [{ edit: deleteLines(ordersFile, 12, 23) }],
    expects: (format) => bySent(format, { code: kept, message: kept, secret: keptOrOffered, masked: open }),
  },
]

testAll([...removed, ...added, ...blocks])

const sourceOf = (truth: string, text: string, line: number) =>
  insertAt(ordersFile, line, [{ text, sourceOf: truth }])

/** Two equal matches and nothing else in the file, whose values come from other lines. */
const twoFlows = (subject: Subject, line: number) =>
  allOf(
    sourceOf('decided', '    owner_id = request.args["owner"]', 3),
    sourceOf('equal', '    owner_id = session.current_owner', 9),
  )(shop(subject, 'none', { [line]: subject.equal }))

const scenarios: LineScenario[] = [
  {
    name: 'two equal with other data flows, the decided one, the first, deleted with its line',
    before: (subject) => twoFlows(subject, 45),
    steps: () => [{ edit: deleteLine('decided') }],
    expects: ({ sends }) => (sends.flow ? gone : null),
  },
  {
    name: 'two equal with other data flows, the decided one is the second, the other one deleted with its line',
    before: (subject) => twoFlows(subject, 20),
    steps: () => [{ edit: deleteLine('equal') }],
    expects: ({ sends }) => (sends.flow ? kept : null),
  },
  {
    name: 'equal match with another data flow added above',
    before: (subject) =>
      sourceOf('decided', '    owner_id = request.args["owner"]', 3)(shop(subject, 'none')),
    steps: ({ equal }) => [
      {
        edit: allOf(
          addNear('decided', -14, lineOf(equal)),
          sourceOf('equal', '    owner_id = session.current_owner', 9),
        ),
      },
    ],
    expects: ({ sends }) => (sends.flow ? kept : null),
  },
]

testAll(scenarios)
