// The download size of the findings page, from Vite's manifest, checked against the budget by size-limit.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { chunkNames } from './chunks.ts'
import { sourcePaths } from './lint-rules/source.ts'
import { root } from './prepare.mjs'

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).default([]),
    dynamicImports: z.array(z.string()).default([]),
  }),
)

export type Manifest = z.infer<typeof manifestSchema>

const resultsSchema = z.array(
  z.object({ name: z.string(), passed: z.boolean(), size: z.number(), sizeLimit: z.number() }),
)

/** Above this, somebody should check what was added, though the budget still holds. */
const warnAbove = 155_000

/** Reads the manifest that Vite writes next to the built dashboard. */
export function readManifest(): Manifest {
  const file = join(root, 'dist', 'web', '.vite', 'manifest.json')
  if (!existsSync(file)) throw new Error('dist/web has no manifest: run `npm run build` first')
  return manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** Returns the chunks that some chunks import, each as its key in the manifest. */
function reachable(
  manifest: Manifest,
  start: string[],
  follow: (chunk: Manifest[string]) => string[],
): string[] {
  const seen = new Set(start)
  for (const key of seen) {
    const chunk = manifest[key]
    if (chunk) for (const next of follow(chunk)) seen.add(next)
  }
  return [...seen]
}

/** Returns the entry, the frame and the findings list, as assembled by `chunks.ts`, and all their static imports. */
export function chunksBeforeRows(manifest: Manifest): string[] {
  return chunksOf(manifest, [chunkNames.entry, chunkNames.frame, chunkNames.findings])
}

/** Returns files by their names in `chunks.ts`, with all their static imports. */
function chunksOf(manifest: Manifest, names: string[]): string[] {
  const start = names.map((name) => {
    const found = Object.keys(manifest).find(
      (key) => manifest[key]?.name === name && manifest[key].file.endsWith('.js'),
    )
    if (found === undefined) throw new Error(`the manifest has no chunk "${name}"`)
    return found
  })
  return reachable(manifest, start, ({ imports }) => imports)
}

/**
 * Modules of other pages: those with a folder of their own, and the pages shown instead of a page. Exports are one of
 * them, though their dialog opens from anywhere and the jobs tray lists them: that code is loaded separately on demand.
 */
const otherPages =
  /^src\/dashboard\/(pages\/(?!findings\/)|features\/sbom\/|app\/(errors\/(no-deployment|not-found|unknown-deployment)|other-pages)\.)/

/** Returns everything that the findings pages may ever load, except other pages and the highlighter. */
export function chunksOfFindings(manifest: Manifest): string[] {
  const apart = (key: string) => otherPages.test(key) || /highlight/i.test(key)
  const keys = Object.keys(manifest).filter(
    (key) => key.startsWith('src/dashboard/pages/findings/') && !apart(key),
  )
  return reachable(manifest, [...chunksBeforeRows(manifest), ...keys], ({ imports, dynamicImports }) =>
    [...imports, ...dynamicImports].filter((key) => !apart(key)),
  )
}

/**
 * Returns the chunks that a browser loads for each page other than findings, from the frame to the page's own code, by
 * module.
 */
export function chunksOfOtherPages(manifest: Manifest): Map<string, string[]> {
  const pages = Object.keys(manifest).filter((key) =>
    /^src\/dashboard\/pages\/(?!findings\/).*\/route\.tsx$/.test(key),
  )
  const names = Object.keys(manifest).filter((key) => key === 'src/dashboard/app/other-pages.ts')
  const frame = chunksOf(manifest, [chunkNames.entry, chunkNames.frame])
  const start = [...frame, ...names]
  return new Map(pages.map((page) => [page, reachable(manifest, [...start, page], ({ imports }) => imports)]))
}

/** Returns pages that no budget covers, because the build has no chunk for them. */
export function unweighed(manifest: Manifest, routes: string[]): string[] {
  const weighed = chunksOfOtherPages(manifest)
  return routes.filter((route) => !route.startsWith('src/dashboard/pages/findings/') && !weighed.has(route))
}

/** Returns the JavaScript files of some chunks, each once, from the root of the project. */
export function scriptsOf(manifest: Manifest, keys: string[]): string[] {
  const files = keys.flatMap((key) => manifest[key]?.file ?? [])
  return [...new Set(files)].filter((file) => file.endsWith('.js')).map((file) => join('dist', 'web', file))
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}

/** Measures the build and prints each size; false if one exceeds its limit. */
function weigh(): boolean {
  const routes = sourcePaths(root, ['src/dashboard/pages']).filter((path) => path.endsWith('/route.tsx'))
  const missing = unweighed(readManifest(), routes)
  if (missing.length > 0) {
    console.error(`no chunk of its own, so that nothing weighs it: ${missing.join(', ')}`)
    return false
  }
  const program = join(root, 'node_modules', 'size-limit', 'bin.js')
  const { stdout, stderr } = spawnSync(process.execPath, [program, '--json'], { cwd: root, encoding: 'utf8' })
  const start = stdout.indexOf('[')
  if (start === -1) {
    console.error(stderr || stdout)
    return false
  }
  const results = resultsSchema.parse(JSON.parse(stdout.slice(start)))
  for (const { name, passed, size, sizeLimit } of results) {
    console.log(`${passed ? '✓' : '✗'} ${name}: ${kilobytes(size)} of ${kilobytes(sizeLimit)}, gzip`)
  }
  const [first] = results
  if (first?.passed && first.size > warnAbove) {
    console.log(`! ${first.name}: above ${kilobytes(warnAbove)}, look what came in`)
  }
  return results.every(({ passed }) => passed)
}

if (import.meta.main && !weigh()) process.exitCode = 1
