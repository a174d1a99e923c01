// Lint rules that Biome does not have: import boundaries, the length of files and functions, casts, documentation of
// functions, cited pages, commit messages. `npm run lint` runs Biome and then these.
import { join } from 'node:path'
import {
  checkCasts,
  checkDocumentation,
  checkEngineSql,
  checkFunctions,
  checkInvalidations,
  checkLength,
} from './lint-rules/code-rules.ts'
import { checkMessage, newCommits } from './lint-rules/commits.ts'
import { checkCountedTables } from './lint-rules/counted-tables.ts'
import { checkCitations, checkPaths, readCheckout } from './lint-rules/documents.ts'
import { checkFloors } from './lint-rules/floors.ts'
import { checkImports, findCycles } from './lint-rules/import-boundaries.ts'
import { readSource, sourcePaths, type Violation } from './lint-rules/source.ts'

/** Returns every violation in a checkout; `root` is its folder. */
export function lint(root: string): Violation[] {
  const src = sourcePaths(root, ['src']).map((path) => readSource(root, path))
  const others = sourcePaths(root, ['scripts', 'e2e', 'bench']).map((path) => readSource(root, path))
  const checkout = readCheckout(root)
  const everywhere = [...src, ...others].flatMap((source) => [
    ...checkLength(source),
    ...checkFunctions(source),
    ...checkInvalidations(source),
    ...checkCitations(source, checkout),
  ])
  return [
    ...src.flatMap((source) => [
      ...checkImports(source),
      ...checkCasts(source),
      ...checkEngineSql(source),
      ...checkCountedTables(source),
      ...checkDocumentation(source),
    ]),
    ...findCycles(src),
    ...checkFloors(src),
    ...everywhere,
    ...checkPaths(checkout),
  ]
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const commits = newCommits(root)
  if (!commits)
    console.error('No commit was checked: this folder is not a clone of the repository, or Git is missing.')
  const violations = [...lint(root), ...(commits ?? []).flatMap(checkMessage)]
  for (const { path, line, message } of violations) console.error(`${path}:${line} ${message}`)
  if (violations.length > 0) {
    console.error(`\n${violations.length} violations of the lint rules`)
    process.exitCode = 1
  }
}
