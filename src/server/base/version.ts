import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '#server/base/package-folder.ts'

/** The version of Gatehouse, from its package. */
export function version(): string {
  // parse: our own package file.
  const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string
  }
  return manifest.version
}
