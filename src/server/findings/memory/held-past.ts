import type { Database } from '#server/db/database.ts'
import { inThread, threadEntry } from '#server/thread.ts'
import { Past, type PastParts, readPast } from './past.ts'

const loader = () => threadEntry(import.meta.url, './past-loader.ts', './past-loader.js')
const attempts = 2

const pasts = new WeakMap<Database, Promise<Past | null>>()

/**
 * The past of a database's findings, read when it is first asked for, in a thread of its own but where the database is in
 * this one's memory. Null where that fails: SQL reads the same, and tells what is wrong.
 */
function pastOf(database: Database): Promise<Past | null> {
  const known = pasts.get(database)
  if (known) return known
  const { address } = database
  const read =
    address === null
      ? database.snapshot((snapshot) => readPast(snapshot))
      : inThread<PastParts>(loader(), { address }, new AbortController().signal)
  const past = read.then(
    (parts) => new Past(parts),
    () => {
      pasts.delete(database)
      return null
    },
  )
  pasts.set(database, past)
  return past
}

/**
 * Works with the past. `work` answers undefined where the past is too far behind its snapshot: then it is read anew, and
 * in the end there is none.
 */
export async function withPast<T>(
  database: Database,
  work: (past: Past | null) => Promise<T | undefined>,
): Promise<T> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const answer = await work(await pastOf(database))
    if (answer !== undefined) return answer
    pasts.delete(database)
  }
  const answer = await work(null)
  if (answer === undefined) throw new Error('nothing was answered without a past')
  return answer
}
