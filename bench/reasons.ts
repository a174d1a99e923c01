import type { Row } from './row.ts'

/** Why a row does not meet its target, and how far it is away: by how its name begins. */
const reasons: readonly (readonly [begins: string, why: string])[] = [
  [
    'memory at rest, after it was killed',
    'without the columns that a clean stop leaves, a thread reads all rows, and what it needed for that stays with the process (decisions 0022 and 0028)',
  ],
  [
    'memory at rest',
    'of it 61 MB are pages of the runtime’s own program, which the system can drop; the columns of a million findings and five million dependencies are 142 MB (decision 0028)',
  ],
  [
    'from there until counts at full speed, after it was killed',
    'a million findings are read at 7 µs each; after a clean stop their columns are there at once (decision 0028)',
  ],
  [
    'findings page',
    'a page after a change is found in one or two passes over the columns of all findings, which nothing that was kept can save; asked again it takes a few milliseconds',
  ],
  [
    'the same page at L beside that at demo',
    'what is after a change is found in a pass over all findings, of which there are a hundred and sixty times as many',
  ],
  [
    'facets of projects',
    'what is open in 10,000 projects is counted anew after each change and joined with them in SQL (decision 0030)',
  ],
  [
    'the same, most open first',
    '4,677 rules are ordered by what is open in each, which is counted anew after each change and joined with them in SQL (decision 0030)',
  ],
  [
    'growth of the heap by 2,000',
    'it lies at the target: runs grew by 9.4 to 10.9 MB, most of it what is kept to take decisions back',
  ],
  [
    'facets of its rules',
    '4,677 rules of 22 columns are read and made into objects for each answer (decision 0030)',
  ],
  [
    'packages of all dependencies',
    'five million rows are counted by package, name and project in one pass (decision 0030)',
  ],
  [
    'licenses of all dependencies',
    'the same pass as for packages, with the projects and packages of each license (decision 0030)',
  ],
  [
    'each 50,000 rows of an export',
    '10 µs of a row are its reading and 17 its writing as text, half of that the reading of its document; cells made ready once for what rows have in common changed nothing that could be measured (decision 0031)',
  ],
  [
    'memory that an export',
    'the export holds its ids and a page of 500 rows; the rest is garbage that the runtime has not collected yet',
  ],
  [
    'a decision of 3000',
    'about 60 µs of processor time a finding, most of it in the database: its row, its history, the note for memory, and the log (decision 0029)',
  ],
  [
    'a job of',
    'a batch takes about 60 µs a finding in the database and lets requests go first for up to 50 ms, of which there are hundreds beside a steady reader (decision 0029)',
  ],
  [
    'memory that an import',
    'a file above 10 MB goes on as a job, so that its report is written to the database and read again: for a moment both are in memory (decision 0034)',
  ],
  [
    'a page during',
    'pieces of 3,000 findings hold the one thread for 45 to 60 ms, and the first reads after them wait until memory has read what is new (decision 0029)',
  ],
  [
    'a single decision during an import',
    'a scan is there whole or not at all, so that whoever writes waits for its one transaction: about 0.6 s of processor time for 30,000 new findings, most of it eight indexes (decision 0029)',
  ],
  [
    'a mode during an import',
    'it waits for the one transaction of the scan, like a decision (decision 0029)',
  ],
  ['a tag during an import', 'it waits for the one transaction of the scan, like a decision (decision 0029)'],
  [
    'growth of memory over',
    'the service and its thread of exports each keep garbage until they collect it, which differs by some tens of megabytes from one minute to the next, and settles after some ten minutes; runs of ten minutes grew by 14 to 103 MB, one of 25 minutes by 29 MB, and not at all in its last ten',
  ],
  [
    'a read in',
    'exports of 450,000 findings run the whole time beside four readers, imports and decisions, on two cores that also have whoever asks; what is counted anew after each change waits (decision 0031)',
  ],
]

/** A row with the reason that is known for it, where it does not meet its target and gives none itself. */
export function explained(row: Row): Row {
  if (row.met !== false || row.explained !== null) return row
  const known = reasons.find(([begins]) => row.what.startsWith(begins))
  return { ...row, explained: known?.[1] ?? null }
}

const missing = (what: string, target: string, why: string): Row => ({
  part: 'service',
  what,
  target,
  unit: 'ms',
  median: null,
  p95: null,
  bare: null,
  ratio: null,
  met: null,
  explained: why,
})

/** Rows of what is not built yet. */
export const notMeasured: readonly Row[] = [
  missing('overview, 90 days', 'p95 ≤ 150 ms', 'The overview is not built yet.'),
  missing('the same on PostgreSQL', '≤ 2 × the embedded figure', 'PostgreSQL is not built yet.'),
]
