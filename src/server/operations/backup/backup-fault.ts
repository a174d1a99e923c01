/** A backup cannot be written, read or restored. The message is suitable for users. */
export class BackupFault extends Error {}

/** A file is not a backup that can be used. The message is the reason, without the name of the file. */
export class ArchiveFault extends Error {}

/** Converts an error of the system to a sentence that names the place; other errors stay as they are. */
export function placeFault(error: unknown, place: string): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  const errorCode = 'errcode' in error ? Number(error.errcode) & 0xff : 0
  const state = errorCode === databaseFull ? 'the disk is full' : states[code]
  return state === undefined ? error : new BackupFault(`${place} cannot be used: ${state}.`, { cause: error })
}

/** SQLite, "Result and Error Codes": SQLITE_FULL. */
const databaseFull = 13

const states: Record<string, string> = {
  EACCES: 'this user has no permission',
  EDQUOT: 'the quota of this user is used up',
  EIO: 'the disk reports an error',
  EISDIR: 'it is a folder',
  ENOENT: 'it does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is not a folder',
  EPERM: 'this user has no permission',
  EROFS: 'the disk is read-only',
}
