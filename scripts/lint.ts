// The rules of the house that the linter has no words for: who may import whom, how long a file may be,
// where a cast may stand, what is said of a function, which pages are cited, how a commit is described.
// `npm run lint` runs Biome and then this.
import { join } from 'node:path'
import { messageFaults, newCommits } from './house/commits.ts'
import { countedTables } from './house/counted-tables.ts'
import { brokenPaths, foreignCitations, readCheckout } from './house/documents.ts'
import { casts, engineSql, invalidations, tooLong, undocumented } from './house/habits.ts'
import { type Fault, readSource, sourcePaths } from './house/source.ts'
import { cycles, walls } from './house/walls.ts'

/** Every fault in a checkout; `root` is its folder. */
export function lint(root: string): Fault[] {
  const src = sourcePaths(root, ['src']).map((path) => readSource(root, path))
  const others = sourcePaths(root, ['scripts', 'e2e', 'bench']).map((path) => readSource(root, path))
  const checkout = readCheckout(root)
  const everywhere = [...src, ...others].flatMap((source) => [
    ...tooLong(source),
    ...invalidations(source),
    ...foreignCitations(source, checkout),
  ])
  return [
    ...src.flatMap((source) => [
      ...walls(source),
      ...casts(source),
      ...engineSql(source),
      ...countedTables(source),
      ...undocumented(source),
    ]),
    ...cycles(src),
    ...everywhere,
    ...brokenPaths(checkout),
  ]
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const commits = newCommits(root)
  if (!commits)
    console.error('No commit was checked: this folder is not a clone of the repository, or Git is missing.')
  const faults = [...lint(root), ...(commits ?? []).flatMap(messageFaults)]
  for (const { path, line, sentence } of faults) console.error(`${path}:${line} ${sentence}`)
  if (faults.length > 0) {
    console.error(`\n${faults.length} against the rules of the house`)
    process.exitCode = 1
  }
}
