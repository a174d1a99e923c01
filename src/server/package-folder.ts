import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The package's folder: the first one above that holds its package.json; sources and build lie at other depths. */
export const packageFolder = above(import.meta.dirname)

function above(folder: string): string {
  return existsSync(join(folder, 'package.json')) || dirname(folder) === folder
    ? folder
    : above(dirname(folder))
}
