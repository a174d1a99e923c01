import type { Database } from '#server/db/database.ts'
import { addToWindow, deleteWindowsBefore } from '#server/db/windows.ts'

/** The length of a window, in milliseconds. */
export const windowLength = 60_000
/** More keys than tokens and addresses of one minute; the oldest is forgotten first. */
const maxKeys = 10_000
/** How often windows that have ended are deleted from a shared database, in milliseconds. */
const cleaningInterval = 10 * windowLength

/** The events of a key since `start`, in milliseconds since 1970; they end after a minute. */
export interface Window {
  start: number
  count: number
}

/** Counts events by key in windows of a minute. */
export interface Windows {
  /** Counts an event and returns the window with it. */
  add(key: string, now: number): Promise<Window>
}

/**
 * Counts in the memory of this process if it is the only one, otherwise in the database.
 * @param purpose the limit that the keys belong to.
 */
export const createWindows = (database: Database, purpose: string): Windows =>
  database.isShared ? new SharedWindows(database, purpose) : new OwnWindows()

class OwnWindows implements Windows {
  readonly #windows = new Map<string, Window>()

  async add(key: string, now: number): Promise<Window> {
    const known = this.#windows.get(key)
    // A window that begins in the future was started before the clock was set back.
    const isRunning = known && known.start <= now && known.start > now - windowLength
    const window = isRunning ? known : { start: now, count: 0 }
    window.count++
    this.#windows.delete(key)
    this.#windows.set(key, window)
    if (this.#windows.size > maxKeys) {
      const [first] = this.#windows.keys()
      if (first !== undefined) this.#windows.delete(first)
    }
    return { ...window }
  }
}

class SharedWindows implements Windows {
  readonly #database: Database
  readonly #purpose: string
  #cleanedAt = 0

  constructor(database: Database, purpose: string) {
    this.#database = database
    this.#purpose = purpose
  }

  async add(key: string, now: number): Promise<Window> {
    if (Math.abs(now - this.#cleanedAt) > cleaningInterval) {
      this.#cleanedAt = now
      await deleteWindowsBefore(this.#database.read, now - windowLength)
    }
    return addToWindow(this.#database.read, `${this.#purpose} ${key}`, { now, length: windowLength })
  }
}
