import { rmSync } from 'node:fs'

const signals = new Map<string, number>([
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGTERM', 15],
])

/**
 * Runs `work`, and removes files and folders after it, whether it ends, fails or is stopped by a signal.
 * @param paths that only this process uses.
 */
export async function withTemporary<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
  const stop = (signal: NodeJS.Signals) => {
    try {
      remove(paths)
    } finally {
      process.exit(128 + (signals.get(signal) ?? 0))
    }
  }
  for (const signal of signals.keys()) process.once(signal, stop)
  try {
    return await work()
  } finally {
    for (const signal of signals.keys()) process.off(signal, stop)
    remove(paths)
  }
}

/** Removes files and folders. A thread that still copies a database may create files in a folder meanwhile. */
export function remove(paths: readonly string[]): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 20 })
}
