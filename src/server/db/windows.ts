import { sql } from 'kysely'
import type { Reader } from './database.ts'

/** Windows of a shared database. Each statement commits by itself: a limit needs no transaction, and must not wait for one. */

/**
 * Counts an event in the window of a key, which begins with the event if none is running.
 * @param at the time and the length of a window, in milliseconds.
 */
export async function addToWindow(
  reader: Reader,
  key: string,
  at: { now: number; length: number },
): Promise<{ start: number; count: number }> {
  const { now, length } = at
  const isRunning = sql`request_window.start <= ${now} and request_window.start > ${now - length}`
  const { rows } = await sql<{ start: number; count: number }>`
    insert into request_window (key, start, count) values (${key}, ${now}, 1)
    on conflict (key) do update set
      start = case when ${isRunning} then request_window.start else ${now} end,
      count = case when ${isRunning} then request_window.count + 1 else 1 end
    returning start, count`.execute(reader)
  const [window] = rows
  if (!window) throw new Error(`the window of ${key} was not written`)
  return window
}

/** Deletes windows that started before a time. */
export async function deleteWindowsBefore(reader: Reader, time: number): Promise<void> {
  await sql`delete from request_window where start < ${time}`.execute(reader)
}
