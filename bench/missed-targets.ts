import type { Row } from './row.ts'

/** Why a row does not meet its target, and how far it is away: by how its name begins. */
const reasons: readonly (readonly [begins: string, why: string])[] = [
  [
    'memory at rest, after a kill',
    'without the columns saved by a clean stop, a thread reads all rows, and its memory stays with the process (decisions 0022 and 0028)',
  ],
  [
    'memory at rest',
    '61 MB of it are pages of the runtime itself, which the system can drop; the columns of a million findings and five million dependencies are 142 MB (decision 0028)',
  ],
  [
    'findings page',
    'after a change, a page takes one or two passes over the columns of all findings, which no cache can save; without a change it takes a few milliseconds',
  ],
  [
    'the same page with profile L compared to demo',
    'after a change, a page takes a pass over all findings, and there are 160 times as many',
  ],
  [
    'facets of projects',
    'the open findings of 10,000 projects are recounted after each change and joined with them in SQL (decision 0030)',
  ],
  [
    'the same, most open first',
    '4,677 rules are sorted by their open findings, which are recounted after each change and joined with them in SQL (decision 0030)',
  ],
  [
    'growth of the heap by 2,000',
    'close to the target: runs grew by 9.4 to 10.9 MB, most of it stored for undo',
  ],
  [
    'facets of its rules',
    '4,677 rules with 22 columns are read and converted to objects for each response (decision 0030)',
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
    'a row takes 10 µs to read and 17 µs to write, half of that for parsing its document; caching cells that rows share had no measurable effect (decision 0031)',
  ],
  [
    'memory that an export',
    'the export holds its ids and a page of 500 rows; the rest is garbage that is not collected yet',
  ],
  [
    'triage of 3000',
    'about 60 µs of processor time for each finding, most of it in the database: its row, its history, the note for the columns, and the log (decision 0029)',
  ],
  [
    'a job of',
    'a batch takes about 60 µs for each finding in the database and yields to requests for up to 50 ms, of which there are hundreds with a steady reader (decision 0029)',
  ],
  [
    'memory that an import',
    'a file above 10 MB continues as a job, so its report is written to the database and read again: for a moment, both are in memory (decision 0034)',
  ],
  [
    'memory beyond rest: ',
    'it is the peak of ten imports one after another in a service that has just started, one import of SARIF takes about 300 MB; after six of them and a forced collection 31 MB of the heap are in use, and the rest is the cache of the database and memory that the runtime and the allocator keep',
  ],
  [
    'a page during',
    'batches of 3,000 findings block the thread for 45 to 60 ms, and the first reads after them wait until the columns are updated (decision 0029)',
  ],
  [
    'triage of one finding during an import',
    'a scan is applied as a whole, so other writers wait until its transaction commits: its findings are matched and staged before, and what is left is to write the rows, about 0.6 s of processor time for 30,000 new findings, most of it seven indexes (decisions 0029, 0049)',
  ],
  ['a mode change during an import', 'it waits for the transaction of the scan, like triage (decision 0029)'],
  ['a tag edit during an import', 'it waits for the transaction of the scan, like triage (decision 0029)'],
  [
    'growth of memory over',
    'the service and its export thread each collect garbage at different times, which varies by some tens of megabytes from minute to minute and settles after about ten minutes; runs of ten minutes grew by 14 to 103 MB, one of 25 minutes by 29 MB, and not at all in its last ten',
  ],
  [
    'a read in',
    'exports of 450,000 findings run all the time with four readers, imports and triage, on two cores that also run the clients; counts are recomputed after each change, so they wait (decision 0031)',
  ],
]

/** A row with the reason that is known for it, where it does not meet its target and gives none itself. */
export function explained(row: Row): Row {
  if (row.met !== false || row.explained !== null) return row
  const known = reasons.find(([begins]) => row.what.startsWith(begins))
  return { ...row, explained: known?.[1] ?? null }
}
