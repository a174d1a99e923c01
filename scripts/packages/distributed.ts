// The packages that are distributed with Gatehouse.
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

/** The contents of package.json. */
export const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))

/** The packages that are bundled into the service; most stay external. */
const bundledIntoService = z.array(z.string()).parse(serverBuild.ssr?.noExternal)

/** Returns the packages that files of the dashboard import, style sheets included. */
function importedByDashboard(): Set<string> {
  const files = sourcePaths(root, ['src']).filter((path) => !path.startsWith('src/server/') && !isTest(path))
  const named = files.flatMap((path) => importsOf(readSource(root, path)).map(({ specifier }) => specifier))
  const styles = readFileSync(join(root, 'src/dashboard/app/theme.css'), 'utf8').matchAll(
    /@import ['"]([^'"]+)['"]/g,
  )
  const all = [...named, ...[...styles].map(([, specifier]) => specifier)]
  return new Set(all.flatMap((specifier) => (specifier && packageOf(specifier)) || []))
}

export interface DistributedPackages {
  /** Installed next to Gatehouse. */
  installed: Locked[]
  /** Bundled into the built dashboard or service. */
  bundled: Locked[]
}

/** Returns the packages that are distributed with Gatehouse, in either way. */
export function distributedPackages(all: readonly Locked[] = lockedPackages()): DistributedPackages {
  return {
    installed: withAllNeeded(
      all,
      Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }),
    ),
    // Type packages are not part of the build.
    bundled: withAllNeeded(all, [...importedByDashboard(), ...bundledIntoService]).filter(
      ({ name }) => !name.startsWith('@types/'),
    ),
  }
}
