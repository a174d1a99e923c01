import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The package's folder: the nearest parent with a package.json, since sources and build have different depths. */
export const packageFolder = above(import.meta.dirname)

function above(folder: string): string {
  return existsSync(join(folder, 'package.json')) || dirname(folder) === folder
    ? folder
    : above(dirname(folder))
}
