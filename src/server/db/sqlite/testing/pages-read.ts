import { existsSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import type { Place } from '#server/testing/examples/example-fixtures.ts'
import { connectionOf } from './connection.ts'
import type { Ran } from './work.ts'

const page = 4096
const counters = '/proc/thread-self/io'
/** Whether the system counts what a thread reads. */
export const countsPages = existsSync(counters)

/** Bytes that this thread has read so far, as the system counts them; 0 where it does not. */
function bytesRead(): number {
  if (!countsPages) return 0
  const found = /^rchar: (\d+)/.exec(readFileSync(counters, 'utf8'))
  if (!found) throw new Error(`${counters} says no "rchar"`)
  return Number(found[1])
}

export interface Copy {
  /** Runs a statement that only reads once more and counts the pages of the database that it looks at; 0 for others. */
  pagesRead(ran: Ran): number
  /** The steps by which SQLite finds what such a statement reads, none for others. */
  planOf(ran: Ran): string[]
}

/**
 * Copies a database as it stands into a file that is read without any cache, so that each page a statement looks at is
 * read from the file, where the system counts it. SQLite in the runtime does not tell the rows that it goes through.
 * Linux alone counts what a thread reads: elsewhere no page is counted.
 */
export async function copyToCount({ service }: Place): Promise<Copy> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-pages-'))
  const file = join(folder, 'copy.db')
  connectionOf(service.services.database).prepare('vacuum into ?').run(file)
  const connection = new DatabaseSync(file, { readOnly: true })
  onTestFinished(() => {
    connection.close()
    rmSync(folder, { recursive: true })
  })
  connection.exec(
    `pragma page_size = ${page}; pragma cache_size = 0; pragma mmap_size = 0; pragma temp_store = memory`,
  )
  // What a connection notes for itself stands in tables that a copy does not have.
  const reads = ({ text }: Ran) => /^\s*(select|with)\b/i.test(text) && !text.includes('temp.')
  return {
    pagesRead(ran) {
      if (!reads(ran)) return 0
      const statement = connection.prepare(ran.text)
      const before = bytesRead()
      statement.all(...ran.values)
      return Math.floor((bytesRead() - before) / page)
    },
    planOf(ran) {
      if (!reads(ran)) return []
      // By its values, since an index of some rows alone is used where they are known to be among these.
      const steps = connection.prepare(`explain query plan ${ran.text}`).all(...ran.values)
      return steps.map(({ detail }) => String(detail))
    },
  }
}
