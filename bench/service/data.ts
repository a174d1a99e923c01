import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { constants, copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrationNames } from '../../src/server/db/sqlite/migrations/index.ts'
import type { ProfileName } from '../../src/server/demo/generate/profile.ts'
import { root } from './processes.ts'

const cache = join(root, 'bench', '.cache')
const name = 'gatehouse.db'
/** The same data each time. */
const day = '2026-06-01'

/** The folder with the data of a profile, made once for the tables as they are now. It is not to be written to. */
export function seededFolder(profile: ProfileName): string {
  const tables = createHash('sha256').update(JSON.stringify(migrationNames)).digest('hex').slice(0, 8)
  const folder = join(cache, `${profile}-${tables}`)
  if (existsSync(join(folder, name))) return folder
  console.error(`making profile ${profile}, once`)
  mkdirSync(cache, { recursive: true })
  const making = mkdtempSync(join(cache, 'making-'))
  const { status } = spawnSync(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      'src/server/main.ts',
      'seed',
      '--profile',
      profile,
      '--now',
      day,
    ],
    {
      cwd: root,
      env: { PATH: process.env['PATH'], GATEHOUSE_DATA: making },
      stdio: ['ignore', 2, 'inherit'],
    },
  )
  if (status !== 0) throw new Error(`gatehouse seed --profile ${profile} failed`)
  renameSync(making, folder)
  return folder
}

/** Data of a profile that may be written to, and how it is taken away again. */
export interface ProfileData {
  /** What leads a service to it. */
  environment: NodeJS.ProcessEnv
  remove(): Promise<void>
}

/** A copy of a profile's data on the embedded engine. */
export function copyOf(profile: ProfileName): ProfileData & { file: string } {
  const from = join(seededFolder(profile), name)
  const folder = mkdtempSync(join(cache, 'copy-'))
  const file = join(folder, name)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  copyFileSync(from, file, constants.COPYFILE_FICLONE)
  return { environment: { GATEHOUSE_DATA: folder }, file, remove: async () => remove() }
}
