import { closeSync, fsyncSync, openSync } from 'node:fs'

/**
 * Syncs a folder, so that a power loss cannot undo that a file was renamed in it. Windows has no such call.
 */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
