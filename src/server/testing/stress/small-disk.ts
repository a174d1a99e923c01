import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

/**
 * A folder on a disk of its own, in memory and of a few megabytes, which only the programs of `run` see: the system's
 * means for that need no special rights on most machines.
 */
export interface SmallDisk {
  /** Its path for programs that run there. */
  folder: string
  /** Its path for the test. */
  outside: string
  /** What stands before a program's words to run it there. */
  run: readonly string[]
}

/** Whether this machine gives a program a disk of its own. */
export const givesDisks =
  process.platform === 'linux' &&
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'none', '/mnt']).status === 0

/** Makes a disk of so many megabytes, gone when the test ends. `folder` is where it is to be. */
export async function smallDisk(folder: string, megabytes: number): Promise<SmallDisk> {
  const script = `mount -t tmpfs -o size=${megabytes}m,mode=700 none "$0" && echo mounted && exec cat`
  const holder = spawn('unshare', ['-rm', 'sh', '-c', script, folder], { stdio: ['pipe', 'pipe', 'ignore'] })
  onTestFinished(() => void holder.kill('SIGKILL'))
  await once(holder.stdout, 'data')
  const enter = ['nsenter', '-t', String(holder.pid), '-U', '-m', '--preserve-credentials']
  return { folder, outside: `/proc/${holder.pid}/root${folder}`, run: enter }
}
