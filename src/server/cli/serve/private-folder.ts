import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'

/** The data folder cannot be kept to its owner; the message says what to do. */
export class FolderFault extends Error {}

/** Windows has no such modes: there a folder is as open as those who made it say. */
const hasModes = process.platform !== 'win32'
const otherPermissions = 0o077
const writableByOthers = 0o022

/** Files of Gatehouse in its folder, by their names; what else lies there is not touched. */
const ownFile = /^(gatehouse|lock|socket)\./
const ownFolders = ['columns', 'compiled', 'exports'] as const
/** Made from the data or the program, and believed at a start. */
const derivedFolders = ['columns', 'compiled'] as const

const describePermissions = ({ mode }: Stats) => mode & otherPermissions
const octal = ({ mode }: Stats) => (mode & 0o777).toString(8)

/** Whether it belongs to this user; whoever administers the machine acts for each. */
const isOurs = ({ uid }: Stats) => [uid, 0].includes(process.getuid?.() ?? uid)

/** What is known of a folder that belongs to this user and is open to nobody else; null for any other. */
export function privateFolder(folder: string): Stats | null {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return null
  return !hasModes || (isOurs(stats) && describePermissions(stats) === 0) ? stats : null
}

/**
 * Makes the data folder where it is not there, and closes it and its files to everybody but their owner. What others
 * could have written of what is believed at a start is removed.
 * @param notify told where the folder was open.
 * @throws FolderFault where that cannot be.
 */
export function makePrivate(folder: string, notify: (line: string) => void): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!hasModes) return
  const before = statSync(folder)
  const wasOpen = describePermissions(before) !== 0 && restrictPermissions(folder, before, folder)
  // Nobody else reaches the files of a folder that was closed already.
  for (const { path, stats } of ownFiles(folder))
    if (describePermissions(stats) !== 0) restrictPermissions(path, stats, folder)
  if (!wasOpen) return
  if ((before.mode & writableByOthers) !== 0)
    for (const name of derivedFolders) rmSync(join(folder, name), { recursive: true, force: true })
  notify(
    `The folder ${folder} was accessible to other users (mode ${octal(before)}). Now only its owner has access to it and its files.`,
  )
}

/** The files and folders of Gatehouse in its folder. A link is none: it leads elsewhere. */
function* ownFiles(folder: string): Generator<{ path: string; stats: Stats }> {
  const names = readdirSync(folder).filter((name) => ownFile.test(name))
  const within = ownFolders.flatMap((name) => {
    const isFolder = lstatSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory()
    if (!isFolder) return []
    const inside = readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })
    return [name, ...inside.map((each) => join(name, each))]
  })
  for (const name of [...names, ...within]) {
    const path = join(folder, name)
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats && !stats.isSymbolicLink()) yield { path, stats }
  }
}

/** @returns whether it is closed now; a disk that cannot be written leaves it open. */
function restrictPermissions(path: string, stats: Stats, folder: string): boolean {
  try {
    chmodSync(path, stats.isDirectory() ? 0o700 : 0o600)
  } catch (error) {
    // Nothing can be kept there either: the lock or the database says so.
    if (codeOf(error) === 'EROFS') return false
    throw openPermissionsFault(path, stats, folder)
  }
  // Some disks take the call and keep no modes.
  if (describePermissions(statSync(path)) !== 0) throw openPermissionsFault(path, stats, folder)
  return true
}

const openPermissionsFault = (path: string, stats: Stats, folder: string) =>
  new FolderFault(
    `${path === folder ? 'The folder' : 'The file'} ${path} is accessible to other users (mode ${octal(stats)}), and this user cannot change that. Run "chmod 700 ${folder}" as its owner (user ${stats.uid}), make this user its owner with chown, or set GATEHOUSE_DATA to another folder.`,
  )

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : '')
