import { statfsSync } from 'node:fs'
import { formatBytes } from '#lib/text/units.ts'
import { BackupFault } from './backup-fault.ts'

/**
 * Refuses work that would fill a disk.
 * @param purpose the start of the sentence, for example "The backup".
 * @throws BackupFault if the folder's disk has less free space.
 */
export function demandSpace(folder: string, bytes: number, purpose: string): void {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  if (free >= bytes) return
  throw new BackupFault(
    `${purpose} needs ${formatBytes(bytes)} of free space in ${folder}, which has ${formatBytes(free)}.`,
  )
}
