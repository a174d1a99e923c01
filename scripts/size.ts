// What a person downloads for the findings page, from Vite's manifest, held against the budget by size-limit.
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

/** From here on somebody should look what came in, though the budget still holds. */
const warnAbove = 155_000

/** The manifest that Vite writes beside the built dashboard. */
export function readManifest(): Manifest {
  const file = join(root, 'dist', 'web', '.vite', 'manifest.json')
  if (!existsSync(file)) throw new Error('dist/web has no manifest: run `npm run build` first')
  return manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** The chunks that some chunks bring with them, each named by its key in the manifest. */
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

/** The entry, the frame and the list of findings, which `chunks.ts` puts together, and all they import statically. */
export function chunksBeforeRows(manifest: Manifest): string[] {
  return chunksOf(manifest, [chunkNames.entry, chunkNames.frame, chunkNames.findings])
}

/** Files by their names in `chunks.ts`, with all they import statically. */
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
 * Modules of other pages: those of a folder of their own, and what stands where there is no page. Exports are one of them,
 * though their dialog opens from anywhere and the tray of jobs lists them: its code is asked for then, and apart.
 */
const otherPages =
  /^src\/(pages\/(?!findings\/)|features\/sbom\/|app\/(errors\/(no-deployment|not-found|unknown-deployment)|other-pages)\.)/

/** All that the findings pages may ever load, other pages and the highlighter aside. */
export function chunksOfFindings(manifest: Manifest): string[] {
  const apart = (key: string) => otherPages.test(key) || /highlight/i.test(key)
  const keys = Object.keys(manifest).filter((key) => key.startsWith('src/pages/findings/') && !apart(key))
  return reachable(manifest, [...chunksBeforeRows(manifest), ...keys], ({ imports, dynamicImports }) =>
    [...imports, ...dynamicImports].filter((key) => !apart(key)),
  )
}

/** What a browser loads for each page that is not of findings, from the frame to the page's own code, by its module. */
export function chunksOfOtherPages(manifest: Manifest): Map<string, string[]> {
  const pages = Object.keys(manifest).filter((key) => /^src\/pages\/(?!findings\/).*\/route\.tsx$/.test(key))
  const names = Object.keys(manifest).filter((key) => key === 'src/app/other-pages.ts')
  const frame = chunksOf(manifest, [chunkNames.entry, chunkNames.frame])
  const start = [...frame, ...names]
  return new Map(pages.map((page) => [page, reachable(manifest, [...start, page], ({ imports }) => imports)]))
}

/** Pages that no budget would weigh, since the build holds no chunk of their own. */
export function unweighed(manifest: Manifest, routes: string[]): string[] {
  const weighed = chunksOfOtherPages(manifest)
  return routes.filter((route) => !route.startsWith('src/pages/findings/') && !weighed.has(route))
}

/** The JavaScript files of some chunks, each once, from the root of the project. */
export function scriptsOf(manifest: Manifest, keys: string[]): string[] {
  const files = keys.flatMap((key) => manifest[key]?.file ?? [])
  return [...new Set(files)].filter((file) => file.endsWith('.js')).map((file) => join('dist', 'web', file))
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}

/** Weighs the build and says each figure; false where one is above its limit. */
function weigh(): boolean {
  const routes = sourcePaths(root, ['src/pages']).filter((path) => path.endsWith('/route.tsx'))
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
