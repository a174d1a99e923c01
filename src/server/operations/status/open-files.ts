import { readFileSync } from 'node:fs'

/** How many files and connections this process may have open; null if the system does not say or has no limit. */
export function openFilesLimit(): number | null {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return limit === undefined ? null : Number(limit)
  } catch {
    return null
  }
}
