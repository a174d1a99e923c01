import { insertAbove, insertAtTop, insertBelow, moveTo, nothing } from './testing/edits.ts'
import { bySent, kept, keptOrOffered, offered, open } from './testing/scenario.ts'
import { ordersFile, shop } from './testing/subjects.ts'
import { type LineScenario, testAll } from './testing/table.ts'

// Where the findings of a file move together, the place after the move is known; a masked secret has nothing but its
// place. A single match without code that moved may as well be another one.
const movedAmongOthers = { code: kept, message: kept, secret: kept, masked: open }
const movedAlone = { code: kept, message: offered, secret: kept, masked: open }

const unmoved: LineScenario[] = [
  {
    name: 'same file again',
    before: (subject) => shop(subject, 'both'),
    steps: () => [{ edit: nothing }],
    expects: () => kept,
    inDiffScans: false,
  },
  {
    name: 'same file again for the same commit',
    before: (subject) => shop(subject, 'both'),
    steps: () => [{ edit: nothing, sameCommit: true }],
    expects: () => kept,
    inDiffScans: false,
  },
  {
    name: 'results in another order',
    before: (subject) => shop(subject, 'both'),
    steps: () => [{ edit: nothing, run: { reversed: true } }],
    expects: () => kept,
    inDiffScans: false,
  },
  {
    name: 'a line inserted directly below',
    before: (subject) => shop(subject, 'both'),
    steps: () => [{ edit: insertBelow('decided', 1) }],
    expects: () => kept,
  },
  {
    name: 'a line inserted directly below the only finding of a file',
    before: (subject) => shop(subject, 'none'),
    steps: () => [{ edit: insertBelow('decided', 1) }],
    expects: () => kept,
  },
]

const inserted = [1, 200].flatMap((count): LineScenario[] => {
  const lines = count === 1 ? 'a line' : `${count} lines`
  return [
    {
      name: `${lines} inserted at the top of the file`,
      before: (subject) => shop(subject, 'both'),
      isVariant: count === 200,
      steps: () => [{ edit: insertAtTop('decided', count) }],
      expects: (format) => bySent(format, movedAmongOthers),
    },
    {
      name: `${lines} inserted right above`,
      before: (subject) => shop(subject, 'both'),
      isVariant: count === 200,
      steps: () => [{ edit: insertAbove('decided', count) }],
      expects: (format) => bySent(format, movedAmongOthers),
    },
    {
      name: `${lines} inserted right above the last finding of a file`,
      before: (subject) => shop(subject, 'above'),
      isVariant: count === 200,
      steps: () => [{ edit: insertAbove('decided', count) }],
      expects: (format) => bySent(format, movedAlone),
    },
    {
      name: `${lines} inserted above the only finding of a file`,
      before: (subject) => shop(subject, 'none'),
      isVariant: count === 200,
      steps: () => [{ edit: insertAbove('decided', count) }],
      expects: (format) => bySent(format, movedAlone),
    },
  ]
})

const elsewhere: LineScenario[] = [
  {
    name: 'its line moved past the others in the file',
    before: (subject) => shop(subject, 'both'),
    steps: () => [{ edit: moveTo('decided', ordersFile, 56) }],
    expects: (format) => bySent(format, { ...movedAlone, message: open }),
  },
  {
    name: 'its line moved to another file',
    before: (subject) => shop(subject, 'both'),
    steps: () => [{ edit: moveTo('decided', 'app/mail.py', 5) }],
    expects: (format) => bySent(format, { code: kept, message: open, secret: keptOrOffered, masked: open }),
    // Its old file is there, and another ref says nothing of what became of the line.
    expectsOnBranch: () => open,
    expectsOnMain: () => open,
    // Nobody says that it is gone from its old file, so it may as well have been copied.
    expectsInDiffScans: (format) =>
      bySent(format, { code: keptOrOffered, message: open, secret: keptOrOffered, masked: open }),
  },
]

testAll([...unmoved, ...inserted, ...elsewhere])
