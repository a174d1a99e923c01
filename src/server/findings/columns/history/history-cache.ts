import type { Database } from '#server/db/database.ts'
import { inThread, threadEntry } from '#server/thread.ts'
import { readStatusHistory, StatusHistory, type StatusHistoryData } from './status-history.ts'

const loaderEntry = () => threadEntry(import.meta.url, './history-loader.ts', './past-loader.js')
const attempts = 2

const histories = new WeakMap<Database, Promise<StatusHistory | null>>()

/**
 * The past of a database's findings, read when it is first asked for, in a thread of its own but where the database is in
 * this one's memory. Null where that fails: SQL reads the same, and tells what is wrong.
 */
function historyOf(database: Database): Promise<StatusHistory | null> {
  const known = histories.get(database)
  if (known) return known
  const { address } = database
  const loading =
    address === null
      ? database.snapshot((snapshot) => readStatusHistory(snapshot))
      : inThread<StatusHistoryData>(loaderEntry(), { address }, new AbortController().signal)
  const history = loading.then(
    (parts) => new StatusHistory(parts),
    () => {
      histories.delete(database)
      return null
    },
  )
  histories.set(database, history)
  return history
}

/**
 * Works with the past. `work` answers undefined where the past is too far behind its snapshot: then it is read anew, and
 * in the end there is none.
 */
export async function withHistory<T>(
  database: Database,
  work: (history: StatusHistory | null) => Promise<T | undefined>,
): Promise<T> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const result = await work(await historyOf(database))
    if (result !== undefined) return result
    histories.delete(database)
  }
  const result = await work(null)
  if (result === undefined) throw new Error('nothing was answered without a past')
  return result
}
