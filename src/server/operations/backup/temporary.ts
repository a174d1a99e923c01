import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { placeFault } from './backup-fault.ts'

const signals = new Map<string, number>([
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGTERM', 15],
])

/**
 * Runs `work`, and removes files and folders after it, whether it ends, fails or is stopped by a signal.
 * @param paths that only this process uses @param release removes what is elsewhere, before the files.
 */
export async function withTemporary<T>(
  paths: readonly string[],
  work: () => Promise<T>,
  release: () => Promise<void> = async () => undefined,
): Promise<T> {
  let isStopping = false
  const stop = async (signal: NodeJS.Signals) => {
    isStopping = true
    try {
      await release()
      remove(paths)
    } finally {
      process.exit(128 + (signals.get(signal) ?? 0))
    }
  }
  for (const signal of signals.keys()) process.once(signal, stop)
  const end = async () => {
    // What fails because of a signal is not reported: the process ends.
    if (isStopping) await new Promise(() => undefined)
    for (const signal of signals.keys()) process.off(signal, stop)
    try {
      await release()
    } finally {
      remove(paths)
    }
  }
  let result: T
  try {
    result = await work()
  } catch (error) {
    await end().catch(() => undefined)
    throw error
  }
  await end()
  return result
}

/** Removes files and folders. A thread that still copies a database may create files in a folder meanwhile. */
export function remove(paths: readonly string[]): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 20 })
}

/** Creates a folder in `TMPDIR`. @throws BackupFault */
export function temporaryFolder(purpose: string): string {
  try {
    return mkdtempSync(join(tmpdir(), `gatehouse-${purpose}-`))
  } catch (error) {
    throw placeFault(error, `The folder ${tmpdir()}`)
  }
}
