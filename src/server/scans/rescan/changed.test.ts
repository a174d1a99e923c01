import { addNear, allOf, fixInPlace, insertAtTop, nothing, renameFile, replaceBy } from './testing/edits.ts'
import type { LineFormat, Run } from './testing/formats/format.ts'
import { bareSarif, sarifWithSnippet } from './testing/formats/plain-sarif.ts'
import { semgrepCommunity, semgrepWithFingerprint, semgrepWithLines } from './testing/formats/semgrep.ts'
import { upgradedTo } from './testing/formats/upgraded.ts'
import type { Repository } from './testing/repository.ts'
import { bySent, gone, kept, keptOrOffered, offered, open, type Scenario } from './testing/scenario.ts'
import { lineOf, type Neighbours, ordersFile, shop, subjectOf } from './testing/subjects.ts'
import { type LineScenario, testAll, testIn } from './testing/table.ts'

const places: [Neighbours, string][] = [
  ['both', ''],
  ['none', ', the only finding in its file'],
]

const code = places.flatMap(([among, words]): LineScenario[] => [
  {
    name: `code changed slightly${words}`,
    before: (subject) => shop(subject, among),
    isVariant: among === 'none',
    steps: ({ changeSlightly }) => [{ edit: changeSlightly }],
    // Another argument may be another flaw, which nobody looked at.
    expects: (format) => bySent(format, { code: offered, message: kept, secret: kept, masked: kept }),
  },
  {
    name: `code changed slightly and 3 lines inserted at the top${words}`,
    before: (subject) => shop(subject, among),
    isVariant: among === 'none',
    steps: ({ changeSlightly }) => [{ edit: allOf(changeSlightly, insertAtTop('decided', 3)) }],
    expects: (format) =>
      bySent(format, {
        code: offered,
        message: among === 'none' ? offered : kept,
        secret: kept,
        masked: open,
      }),
  },
  {
    name: `code written anew${words}`,
    before: (subject) => shop(subject, among),
    isVariant: among === 'none',
    steps: ({ rewrite }) => [{ edit: rewrite }],
    // A new finding with a link to the old one; without code the reports are the same.
    expects: (format) => bySent(format, { code: offered, message: kept, secret: open, masked: kept }),
  },
  {
    name: `replaced in its line by another match with the same message${words}`,
    before: (subject) => shop(subject, among),
    isVariant: among === 'none',
    steps: ({ another }) => [{ edit: replaceBy('decided', another) }],
    // Without code the reports are the same.
    expects: (format) => bySent(format, { code: gone, message: null, secret: gone, masked: null }),
  },
  {
    name: `fixed, and another match with the same message added 6 lines below${words}`,
    before: (subject) => shop(subject, among),
    isVariant: among === 'none',
    steps: ({ another }) => [{ edit: allOf(addNear('decided', 6, lineOf(another)), fixInPlace('decided')) }],
    expects: () => gone,
  },
])

const upgrade: Run = { upgraded: true, scheme: 2 }

const scanner: LineScenario[] = [
  {
    name: 'fingerprint scheme changed',
    before: (subject) => shop(subject, 'both'),
    steps: () => [{ edit: nothing, run: { scheme: 2 } }],
    expects: ({ sends }) => (sends.fingerprint ? kept : null),
    inDiffScans: false,
  },
  {
    name: 'fingerprint scheme changed, and 12 lines inserted at the top',
    before: (subject) => shop(subject, 'both'),
    steps: () => [{ edit: insertAtTop('decided', 12), run: { scheme: 2 } }],
    expects: ({ sends }) => (sends.fingerprint ? kept : null),
  },
  {
    name: 'fingerprint scheme changed, then 12 lines inserted at the top',
    before: (subject) => shop(subject, 'none'),
    steps: () => [
      { edit: nothing, run: { scheme: 2 } },
      { edit: insertAtTop('decided', 12), run: { scheme: 2 } },
    ],
    expects: ({ sends }) => (sends.fingerprint ? kept : null),
    inDiffScans: false,
  },
  {
    name: 'scanner upgraded',
    before: (subject) => shop(subject, 'both'),
    steps: () => [{ edit: nothing, run: upgrade }],
    expects: () => kept,
    inDiffScans: false,
  },
  {
    name: 'scanner upgraded, its rules reworded',
    before: (subject) => shop(subject, 'both'),
    steps: () => [{ edit: nothing, run: { ...upgrade, reworded: true } }],
    expects: (format) => bySent(format, { code: kept, message: keptOrOffered, secret: null, masked: null }),
    inDiffScans: false,
  },
]

testAll([...code, ...scanner])

/** The tool of a SARIF format under another name. */
const called = (format: LineFormat, tool: string): LineFormat => ({
  ...format,
  write: (state, run) =>
    JSON.parse(
      JSON.stringify(format.write(state, run)).replace(/"name":"(?:Bandit|Linter)"/, `"name":"${tool}"`),
    ),
})

const among = (format: LineFormat) => shop(subjectOf(format), 'both')

const upgrades: Scenario<Repository, LineFormat>[] = [
  {
    name: 'same file again from the other one',
    history: (format) => ({ before: among(format), steps: [{ edit: nothing, run: { upgraded: true } }] }),
    expects: () => kept,
    inDiffScans: false,
  },
  {
    name: 'file with 12 lines inserted at its top from the other one',
    history: (format) => ({
      before: among(format),
      steps: [{ edit: insertAtTop('decided', 12), run: { upgraded: true } }],
    }),
    expects: () => keptOrOffered,
  },
]

testIn(
  [
    upgradedTo('Semgrep with fingerprint, then withheld', semgrepWithFingerprint, semgrepCommunity),
    upgradedTo('Semgrep CE, then with fingerprint', semgrepCommunity, semgrepWithFingerprint),
    upgradedTo('Semgrep with lines, then with fingerprint', semgrepWithLines, semgrepWithFingerprint),
    upgradedTo(
      'SARIF of Semgrep OSS, then of Semgrep PRO',
      called(sarifWithSnippet, 'Semgrep OSS'),
      called(sarifWithSnippet, 'Semgrep PRO'),
    ),
    upgradedTo(
      'bare SARIF of Semgrep OSS, then of Semgrep PRO',
      called(bareSarif, 'Semgrep OSS'),
      called(bareSarif, 'Semgrep PRO'),
    ),
  ],
  upgrades,
)

const withoutList = (format: LineFormat): LineFormat => ({
  ...format,
  name: `${format.name}, without a list of files`,
  write: (state, run) => format.write(state, { ...run, withoutFileList: true }),
})

testIn([semgrepWithLines, semgrepCommunity, semgrepWithFingerprint].map(withoutList), [
  {
    name: '12 lines inserted at the top of the file',
    history: (format) => ({ before: among(format), steps: [{ edit: insertAtTop('decided', 12) }] }),
    expects: () => kept,
  },
  {
    name: 'file renamed',
    history: (format) => ({
      before: among(format),
      steps: [{ edit: renameFile(ordersFile, 'app/purchases.py') }],
    }),
    expects: () => kept,
    expectsInDiffScans: () => keptOrOffered,
  },
])
