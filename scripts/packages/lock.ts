// The packages of Gatehouse in the lock file.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '../prepare.mjs'

const names = z.record(z.string(), z.string()).default({})
const entrySchema = z.object({
  name: z.string().optional(),
  version: z.string().default(''),
  license: z.string().optional(),
  dev: z.boolean().default(false),
  devOptional: z.boolean().default(false),
  hasInstallScript: z.boolean().default(false),
  integrity: z.string().optional(),
  os: z.array(z.string()).default([]),
  cpu: z.array(z.string()).default([]),
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().default(false) })).default({}),
})
const lockSchema = z.object({ packages: z.record(z.string(), entrySchema) })

/** A package of the lock file. */
export interface Locked {
  /** Its folder, from the root of the project. */
  path: string
  name: string
  version: string
  /** An SPDX expression; null if unknown. */
  license: string | null
  /** Needed only to build Gatehouse, not to run it. */
  isForDevelopment: boolean
  hasInstallScript: boolean
  /** The checksum of the package; null if npm would accept any content. */
  integrity: string | null
  /** The platform that it is for, such as `linux x64`; empty for all. */
  platform: string
  /** The paths of its dependencies, including optional ones that are available. */
  needs: string[]
}

/** Returns the path where a package finds another, by Node's resolution; undefined if it is not locked. */
function resolvePath(paths: ReadonlySet<string>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules') - 1))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (paths.has(path)) return path
    if (folder === '') return undefined
  }
}

/** Returns the license in an installed package, if the lock file has none. */
function installedLicense(path: string): string | null {
  const file = join(root, path, 'package.json')
  if (!existsSync(file)) return null
  return (
    z.object({ license: z.string().optional() }).parse(JSON.parse(readFileSync(file, 'utf8'))).license ?? null
  )
}

/**
 * Returns all packages of the lock file. A package for another platform, without a license in the lock file, gets the
 * license of the package that depends on it.
 */
export function lockedPackages(): Locked[] {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const paths = new Set(Object.keys(packages))
  const licenseOf = (path: string) => packages[path]?.license ?? installedLicense(path)
  const asker = new Map(
    Object.entries(packages).flatMap(([from, { optionalDependencies }]) =>
      Object.keys(optionalDependencies).map((name): [string, string] => [
        resolvePath(paths, from, name) ?? '',
        from,
      ]),
    ),
  )
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => {
      const peers = Object.keys(entry.peerDependencies).filter(
        (name) => !entry.peerDependenciesMeta[name]?.optional,
      )
      const dependencyNames = [entry.dependencies, entry.optionalDependencies].flatMap((list) =>
        Object.keys(list),
      )
      return {
        path,
        name: entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
        version: entry.version,
        license: licenseOf(path) ?? licenseOf(asker.get(path) ?? ''),
        isForDevelopment: entry.dev || entry.devOptional,
        hasInstallScript: entry.hasInstallScript,
        integrity: entry.integrity ?? null,
        platform: [...entry.os, ...entry.cpu].join(' '),
        needs: [...dependencyNames, ...peers].flatMap((name) => resolvePath(paths, path, name) ?? []),
      }
    })
}

/** Returns the packages with some names at the root of the project, with all their dependencies. */
export function withAllNeeded(all: readonly Locked[], first: Iterable<string>): Locked[] {
  const byPath = new Map(all.map((one) => [one.path, one]))
  const reached = new Set([...first].map((name) => `node_modules/${name}`))
  for (const path of reached) for (const next of byPath.get(path)?.needs ?? []) reached.add(next)
  return all.filter(({ path }) => reached.has(path))
}
