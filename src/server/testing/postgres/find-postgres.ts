import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const distribution = '/usr/lib/postgresql'

/**
 * The folder of the programs of the newest PostgreSQL server of the distribution. Root installs one where there is none.
 * @throws Error if there is none.
 */
export function findPostgres(): string {
  const found = installed()
  if (found) return found
  if (canInstall()) installPackage('postgresql')
  const ready = installed()
  if (ready) return ready
  throw new Error(
    'No PostgreSQL server is installed. Install one (Debian: apt-get install postgresql), or set TEST_DATABASE_URL to one.',
  )
}

/** Whether this process may install packages: root can, where the distribution is Debian or made of it. */
const canInstall = (): boolean => process.getuid?.() === 0 && existsSync('/etc/debian_version')

/** Installs a package of the distribution for the tests. @throws Error if that fails */
function installPackage(name: string): void {
  process.stderr.write(`gatehouse: installing ${name} for the tests (apt-get install ${name})\n`)
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  execFileSync('apt-get', ['update'], options)
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', name], options)
}

/** The program of the pooler, which its tests need. */
export const poolerProgram = '/usr/sbin/pgbouncer'

/** Installs the pooler where that is possible; without it, its tests are skipped. Only one process may do this at a time. */
export function installPooler(): void {
  if (existsSync(poolerProgram) || !canInstall()) return
  try {
    installPackage('pgbouncer')
  } catch {
    process.stderr.write('gatehouse: pgbouncer could not be installed, so its tests are skipped\n')
  }
}

function installed(): string | undefined {
  if (!existsSync(distribution)) return undefined
  return readdirSync(distribution)
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(distribution, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
}
