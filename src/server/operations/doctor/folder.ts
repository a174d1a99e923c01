import { accessSync, constants, statfsSync, statSync } from 'node:fs'
import { openPaths } from '../folder/private-folder.ts'
import { type Check, failed, formatBytes, inspected, ok, type Result, skipped, warning } from './check.ts'

/** File systems over a network, by the type that the system reports. Source: `statfs(2)` of Linux. */
const networkFileSystems: Record<number, string> = {
  26985: 'NFS',
  20859: 'SMB',
  4266872130: 'SMB',
  4283649346: 'SMB',
}

/** Whether the data folder is private, complete and writable, and on a local disk. */
export const folderCheck: Check = {
  id: 'data-folder',
  title: 'Data folder',
  run({ config: { dataFolder } }) {
    const stats = statSync(dataFolder, { throwIfNoEntry: false })
    if (!stats)
      return warning(
        `The folder ${dataFolder} does not exist.`,
        'It is created at the first start. If the service has another folder, set GATEHOUSE_DATA as the service does.',
      )
    if (!stats.isDirectory())
      return failed(`${dataFolder} is not a folder.`, 'Set GATEHOUSE_DATA to a folder.')
    const user = process.getuid?.()
    if (user !== undefined && stats.uid !== user)
      return failed(
        `The folder ${dataFolder} belongs to user ${stats.uid}, but this command runs as user ${user}.`,
        `Run this command as the user of the service: "sudo -u '#${stats.uid}' gatehouse doctor". If user ${user} is to run the service, run "chown -R ${user} ${dataFolder}".`,
      )
    return ownFolder(dataFolder, stats.mode & 0o777)
  },
}

function ownFolder(folder: string, mode: number): Result {
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    return failed(
      `Other users can access the folder ${folder} (mode ${mode.toString(8)}).`,
      `Run "chmod 700 ${folder}". The service also does this at its next start.`,
    )
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return failed(
      `The folder ${folder} cannot be written.`,
      'Mount its disk for writing, and give this user write permission.',
    )
  }
  const open = openPaths(folder)
  if (open.length > 0)
    return warning(
      `${open.length} files in the folder ${folder} have permissions for other users, for example ${open[0]}.`,
      'Restart the service, which removes these permissions.',
    )
  const network = networkFileSystems[statfsSync(folder).type]
  if (network !== undefined)
    return warning(
      `The folder ${folder} is on a network file system (${network}).`,
      'Move it to a local disk: the database relies on locks that network file systems do not keep reliably.',
    )
  return ok(`Only this user can access ${folder}.`)
}

/** Below this, the disk can be full before somebody reacts. */
const leastFree = 200_000_000
const enoughFree = 1_000_000_000
const leastFiles = 1_000

/** Whether the disk has room for more data and for an update. */
export const diskCheck: Check = {
  id: 'disk',
  title: 'Disk space',
  run(context) {
    const { dataFolder } = context.config
    if (!statSync(dataFolder, { throwIfNoEntry: false })) return skipped('There is no data folder yet.')
    const { bavail, blocks, bsize, files, ffree } = statfsSync(dataFolder)
    const database = inspected(context)
    const bytes = database ? database.bytes + database.logBytes : 0
    return roomOf({ free: bavail * bsize, total: blocks * bsize, files, freeFiles: ffree }, bytes)
  },
}

/** @param databaseBytes the size of the database, of which an update makes a copy. */
export function roomOf(
  disk: { free: number; total: number; files: number; freeFiles: number },
  databaseBytes: number,
): Result {
  const space = `${formatBytes(disk.free)} of ${formatBytes(disk.total)} are free.`
  const more = 'Free up space, or move GATEHOUSE_DATA to a larger disk.'
  if (disk.free < leastFree) return failed(`${space} On a full disk every change is refused.`, more)
  if (disk.files > 0 && disk.freeFiles < leastFiles)
    return failed(`The disk has room for only ${disk.freeFiles} more files.`, 'Remove files from the disk.')
  if (disk.free < databaseBytes)
    return warning(
      `${space} The database has ${formatBytes(databaseBytes)}, and an update can need as much.`,
      more,
    )
  if (disk.free < enoughFree) return warning(space, more)
  return ok(space)
}
