import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { takeFileLock } from '#server/db/engine.ts'
import { printError } from '../command.ts'
import { FolderFault, makePrivate } from './private-folder.ts'

/** The data folder cannot be locked; the message names the holder or the reason. */
export class LockFault extends Error {}

export interface Lock {
  release(): void
}

/**
 * Locks the data folder for this process and makes it private. The lock is an exclusive transaction on a small
 * database, which the operating system releases when the process dies for any reason.
 * @param wait milliseconds to wait for another process to release it.
 * @throws LockFault if the folder cannot be written or another process holds it, FolderFault if others can open it.
 */
export async function takeLock(folder: string, wait: number): Promise<Lock> {
  try {
    makePrivate(folder, printError)
  } catch (error) {
    if (error instanceof FolderFault) throw error
    throw new LockFault(`The folder ${folder} cannot be created (${reasonOf(error)}).`)
  }
  const until = Date.now() + wait
  for (;;) {
    const lock = tryLock(folder)
    if (lock) return lock
    if (Date.now() >= until) {
      throw new LockFault(
        `The folder ${folder} is in use by ${readHolder(folder)}. Stop it first, or set GATEHOUSE_DATA to another folder.`,
      )
    }
    await delay(100)
  }
}

function tryLock(folder: string): Lock | null {
  const holderFile = join(folder, 'lock.holder')
  const unlock = attempt(folder)
  if (unlock === null) return null
  writeHolder(holderFile, `process ${process.pid} (${process.argv.slice(2).join(' ') || 'gatehouse'})`)
  return {
    release() {
      removeHolder(holderFile)
      unlock()
    },
  }
}

function attempt(folder: string): (() => void) | null {
  try {
    return takeFileLock(join(folder, 'lock.db'))
  } catch (error) {
    throw new LockFault(`The folder ${folder} cannot be used (${reasonOf(error)}).`)
  }
}

/** Writes the name of the holder, if possible: on a full disk there is only the lock. */
function writeHolder(file: string, who: string) {
  try {
    writeFileSync(file, who)
  } catch {
    // The next process reports "another process" as the holder.
  }
}

/** If the file cannot be removed, it names a process that has exited; only the lock counts. */
function removeHolder(file: string) {
  try {
    rmSync(file, { force: true })
  } catch {
    // The reason why the service ends is reported instead of this error.
  }
}

function readHolder(folder: string): string {
  try {
    return readFileSync(join(folder, 'lock.holder'), 'utf8').slice(0, 200) || 'another process'
  } catch {
    return 'another process'
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
