import {
  addFile,
  allOf,
  copyFile,
  deleteFile,
  fixInPlace,
  insertAtTop,
  movePrefix,
  renameFile,
} from './testing/edits.ts'
import type { LineFormat } from './testing/formats/format.ts'
import { fileWith } from './testing/repository.ts'
import { bySent, type Expected, gone, kept, keptOrOffered, offered, open } from './testing/scenario.ts'
import { lineOf, ordersFile, shop } from './testing/subjects.ts'
import { type LineScenario, testAll } from './testing/table.ts'

const rename = renameFile(ordersFile, 'app/purchases.py')

/** A diff scan does not say that the old file is gone, so that it may as well have been copied. */
const unlessCopied =
  (expects: (format: LineFormat) => Expected | null) =>
  (format: LineFormat): Expected | null => {
    const expected = expects(format)
    return expected === kept ? keptOrOffered : expected
  }

const renamed = (
  name: string,
  scenario: Omit<LineScenario, 'name' | 'expectsInDiffScans'>,
): LineScenario => ({
  name,
  ...scenario,
  expectsInDiffScans: unlessCopied(scenario.expects),
})

const byWholeFile = { code: kept, message: kept, secret: kept, masked: open }

testAll([
  renamed('file renamed', {
    before: (subject) => shop(subject, 'both'),
    steps: () => [{ edit: rename }],
    expects: (format) => bySent(format, byWholeFile),
  }),
  renamed('file renamed, the only finding in it', {
    before: (subject) => shop(subject, 'none'),
    steps: () => [{ edit: rename }],
    expects: (format) => bySent(format, { ...byWholeFile, message: keptOrOffered }),
  }),
  renamed('file renamed and 12 lines inserted at its top', {
    before: (subject) => shop(subject, 'both'),
    steps: () => [{ edit: allOf(insertAtTop('decided', 12), rename) }],
    expects: (format) => bySent(format, byWholeFile),
  }),
  renamed('file renamed and 12 lines inserted at its top, the only finding in it', {
    before: (subject) => shop(subject, 'none'),
    steps: () => [{ edit: allOf(insertAtTop('decided', 12), rename) }],
    expects: (format) => bySent(format, { ...byWholeFile, message: offered }),
  }),
  renamed('file renamed and another finding of it fixed', {
    before: (subject) => shop(subject, 'both'),
    steps: () => [{ edit: allOf(fixInPlace('above'), rename) }],
    expects: (format) => bySent(format, { ...byWholeFile, message: keptOrOffered }),
  }),
  renamed('files of a folder moved to another one', {
    before: (subject) => shop(subject, 'both'),
    steps: () => [{ edit: movePrefix('app/', 'services/shop/') }],
    expects: (format) => bySent(format, byWholeFile),
  }),
  renamed('files of a folder moved to another one, the only finding in its file', {
    before: (subject) => shop(subject, 'none'),
    steps: () => [{ edit: movePrefix('app/', 'services/shop/') }],
    expects: (format) => bySent(format, { ...byWholeFile, message: keptOrOffered }),
  }),
  renamed('scanner run one folder further down', {
    before: (subject) => shop(subject, 'both'),
    steps: () => [{ edit: movePrefix('app/', '') }],
    expects: (format) => bySent(format, byWholeFile),
  }),
  {
    name: 'file copied',
    before: (subject) => shop(subject, 'both'),
    steps: () => [{ edit: copyFile(ordersFile, 'legacy/orders.py') }],
    expects: () => kept,
    inDiffScans: false,
  },
  {
    name: 'file deleted, and another one added with another match of the rule',
    before: (subject) => shop(subject, 'none'),
    steps: ({ another }) => [
      {
        edit: allOf(
          deleteFile(ordersFile),
          addFile('app/reports.py', fileWith('report', 50, { 17: lineOf(another) })),
        ),
      },
    ],
    expects: () => gone,
  },
])
