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
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    process.stderr.write(
      'gatehouse: installing a database server for the tests (apt-get install postgresql)\n',
    )
    const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
    execFileSync('apt-get', ['update'], options)
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql'], options)
  }
  const ready = installed()
  if (ready) return ready
  throw new Error(
    'No PostgreSQL server is installed. Install one (Debian: apt-get install postgresql), or set TEST_DATABASE_URL to one.',
  )
}

function installed(): string | undefined {
  if (!existsSync(distribution)) return undefined
  return readdirSync(distribution)
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(distribution, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
}
