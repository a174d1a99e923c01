import {
  allOf,
  changeCode,
  type Edit,
  fixInPlace,
  insertAtTop,
  nothing,
  renameRules,
} from './testing/edits.ts'
import type { LineFormat } from './testing/formats/format.ts'
import { placeOf } from './testing/repository.ts'
import { bySent, kept, keptOrOffered, offered, open } from './testing/scenario.ts'
import { shop } from './testing/subjects.ts'
import { type LineScenario, testAll } from './testing/table.ts'

const withPrefix = renameRules((rule) => `configs.sec.${rule}`)
const withOtherPrefix = renameRules((rule) => `rules.${rule.split('.').at(-1)}`)
const withoutPrefix = renameRules((rule) => rule.split('.').at(-1) ?? rule)
/** Only the rule of the decided flaw: where nothing is left of any rule, the scan is held. */
const toAnotherName = (decided: string) =>
  renameRules((rule) => (rule === decided ? `${rule}-v2` : rule), 'It says something else.')
/** The same code with spaces in its calls. */
const writtenOtherwise: Edit = (repository) => {
  const { code } = placeOf(repository, 'decided')
  return changeCode('decided', code.replaceAll(', ', ',  ').replaceAll('(', '( '))(repository)
}
/** What is equal in a secret is its value, whatever its rule. */
const offeredOrSecret = (format: LineFormat) =>
  bySent(format, { code: offered, message: offered, secret: keptOrOffered, masked: offered })

const renamed = (
  name: string,
  scenario: Omit<LineScenario, 'name' | 'inDiffScans' | 'before'> & Partial<Pick<LineScenario, 'before'>>,
): LineScenario => ({
  name: `rules renamed: ${name}`,
  before: (subject) => shop(subject, 'both'),
  ...scenario,
  // A diff scan does not say what became of the rule elsewhere.
  inDiffScans: false,
})

testAll([
  renamed('a prefix added', {
    steps: () => [{ edit: withPrefix }],
    // The rules of TruffleHog are named after its detectors, without prefixes.
    expects: ({ name }) => (name === 'TruffleHog JSON' ? null : kept),
  }),
  renamed('another prefix', {
    steps: () => [{ edit: withOtherPrefix }],
    expects: () => kept,
    isVariant: true,
  }),
  renamed('the prefix left out', {
    steps: () => [{ edit: withoutPrefix }],
    expects: () => kept,
    isVariant: true,
  }),
  renamed('a prefix added, then another one', {
    steps: () => [{ edit: withPrefix }, { edit: withOtherPrefix }],
    expects: () => kept,
    isVariant: true,
  }),
  renamed('a prefix added, and left out again', {
    steps: () => [{ edit: withPrefix }, { edit: renameRules((rule) => rule.replace('configs.sec.', '')) }],
    expects: () => kept,
    isVariant: true,
  }),
  renamed('a prefix added, and the file scanned again', {
    steps: () => [{ edit: withPrefix }, { edit: nothing }, { edit: insertAtTop('decided', 1) }],
    expects: (format) => bySent(format, { code: kept, message: kept, secret: kept, masked: open }),
    isVariant: true,
  }),
  renamed('a prefix added and 12 lines inserted at the top of a file', {
    steps: () => [{ edit: allOf(insertAtTop('decided', 12), withPrefix) }],
    expects: (format) => bySent(format, { code: kept, message: kept, secret: kept, masked: open }),
    isVariant: true,
  }),
  renamed('a prefix added to code that is written otherwise', {
    steps: () => [{ edit: allOf(insertAtTop('decided', 2), writtenOtherwise, withPrefix) }],
    expects: (format) => bySent(format, { code: kept, message: kept, secret: null, masked: null }),
    isVariant: true,
  }),
  renamed('other names at the same places', {
    steps: ({ decided }) => [{ edit: toAnotherName(decided.rule) }],
    expects: offeredOrSecret,
  }),
  renamed('a prefix added while another place of the rule is fixed', {
    steps: () => [{ edit: allOf(fixInPlace('user query'), withPrefix) }],
    expects: offeredOrSecret,
    isVariant: true,
  }),
])
