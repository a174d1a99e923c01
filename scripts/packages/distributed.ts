// Which packages reach whoever installs Gatehouse.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import serverBuild from '../../vite.server.config.ts'
import { importsOf, packageOf } from '../lint-rules/imports.ts'
import { isTest, readSource, sourcePaths } from '../lint-rules/source.ts'
import { root } from '../prepare.mjs'
import { type Locked, lockedPackages, withAllNeeded } from './lock.ts'

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
})

/** What package.json says. */
export const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))

/** The packages that the build of the service takes in, where most stay outside. */
const bundledIntoService = z.array(z.string()).parse(serverBuild.ssr?.noExternal)

/** The packages that files of the dashboard import, style sheets included. */
function importedByDashboard(): Set<string> {
  const files = sourcePaths(root, ['src']).filter((path) => !path.startsWith('src/server/') && !isTest(path))
  const named = files.flatMap((path) => importsOf(readSource(root, path)).map(({ specifier }) => specifier))
  const styles = readFileSync(join(root, 'src/app/theme.css'), 'utf8').matchAll(/@import ['"]([^'"]+)['"]/g)
  const all = [...named, ...[...styles].map(([, specifier]) => specifier)]
  return new Set(all.flatMap((specifier) => (specifier && packageOf(specifier)) || []))
}

export interface DistributedPackages {
  /** Installed beside Gatehouse. */
  installed: Locked[]
  /** Their code stands in the built dashboard or service. */
  bundled: Locked[]
}

/** The packages that reach whoever installs Gatehouse, in either way. */
export function distributedPackages(all: readonly Locked[] = lockedPackages()): DistributedPackages {
  return {
    installed: withAllNeeded(
      all,
      Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }),
    ),
    // Types are gone when it is built.
    bundled: withAllNeeded(all, [...importedByDashboard(), ...bundledIntoService]).filter(
      ({ name }) => !name.startsWith('@types/'),
    ),
  }
}
