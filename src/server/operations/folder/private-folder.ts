import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'

/** The data folder cannot be made private to its owner; the message says what to do. */
export class FolderFault extends Error {}

/** Windows has no file modes: access to the folder depends on its own permissions there. */
const hasModes = process.platform !== 'win32'
const otherPermissions = 0o077
const writableByOthers = 0o022

/** Names of Gatehouse's files in its folder; other files are not changed. */
const ownFile = /^(backup|gatehouse|lock|socket)\./
const ownFolders = ['columns', 'compiled', 'exports'] as const
/** Folders derived from the data or the program, and trusted at startup. */
const derivedFolders = ['columns', 'compiled'] as const

const describePermissions = ({ mode }: Stats) => mode & otherPermissions
const octal = ({ mode }: Stats) => (mode & 0o777).toString(8)

/** Whether it belongs to this user or to root, who administers the machine. */
const isOurs = ({ uid }: Stats) => [uid, 0].includes(process.getuid?.() ?? uid)

/** The stats of a folder that belongs to this user and is private; null for any other. */
export function privateFolder(folder: string): Stats | null {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return null
  return !hasModes || (isOurs(stats) && describePermissions(stats) === 0) ? stats : null
}

/**
 * Creates the data folder if it does not exist, and restricts it and its files to their owner. Derived files that
 * others could have written are removed, since they are trusted at startup.
 * @param notify called with a line if the folder was open to others.
 * @throws FolderFault if that is not possible.
 */
export function makePrivate(folder: string, notify: (line: string) => void): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!hasModes) return
  const before = statSync(folder)
  const wasOpen = describePermissions(before) !== 0 && restrictPermissions(folder, before, folder)
  // Nobody else can reach the files of a folder that was already private.
  for (const { path, stats } of ownFiles(folder))
    if (describePermissions(stats) !== 0) restrictPermissions(path, stats, folder)
  if (!wasOpen) return
  if ((before.mode & writableByOthers) !== 0)
    for (const name of derivedFolders) rmSync(join(folder, name), { recursive: true, force: true })
  notify(
    `The folder ${folder} was accessible to other users (mode ${octal(before)}). Now only its owner has access to it and its files.`,
  )
}

/** Gatehouse's files and folders in its data folder that others can access. */
export function openPaths(folder: string): string[] {
  if (!hasModes) return []
  return [...ownFiles(folder)].flatMap(({ path, stats }) => (describePermissions(stats) === 0 ? [] : [path]))
}

/** Gatehouse's files and folders in its data folder, without links, whose targets may be elsewhere. */
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

/** @returns whether it is private now; on a read-only disk it stays open. */
function restrictPermissions(path: string, stats: Stats, folder: string): boolean {
  try {
    chmodSync(path, stats.isDirectory() ? 0o700 : 0o600)
  } catch (error) {
    // Nothing can be stored there either: the lock or the database reports it.
    if (codeOf(error) === 'EROFS') return false
    throw openPermissionsFault(path, stats, folder)
  }
  // Some file systems accept the call but do not store modes.
  if (describePermissions(statSync(path)) !== 0) throw openPermissionsFault(path, stats, folder)
  return true
}

const openPermissionsFault = (path: string, stats: Stats, folder: string) =>
  new FolderFault(
    `${path === folder ? 'The folder' : 'The file'} ${path} is accessible to other users (mode ${octal(stats)}), and this user cannot change that. Run "chmod 700 ${folder}" as its owner (user ${stats.uid}), make this user its owner with chown, or set GATEHOUSE_DATA to another folder.`,
  )

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : '')
