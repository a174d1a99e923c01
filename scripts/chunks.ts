// Which code stands in one file of the built dashboard. Left alone the bundler makes a file for each set of pages that
// share something, two dozen for the list of findings; each is a request, and many small files compress badly.
import { join } from 'node:path'
import { root } from './prepare.mjs'

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

const file = (path: string) => join(root, 'src', ...path.split('/'))

/** The file of the entry and what it needs. */
export const earlyChunk = 'early'
/** The file of the shell, the list of findings, and what they need. */
export const firstChunk = 'first'

/** What runs first and asks for the page's data. */
const entry = file('app/entry.ts')
/** What a person waits for before the rows are there. */
const firstPage = [file('app/shell.tsx'), file('pages/findings/route.tsx')]

/** Library files that their index alone leads to, and the index: what is used of them, later pages use. */
const ofLaterPages =
  /\/node_modules\/(use-sync-external-store|@tanstack\/react-store|@tanstack\/(react-query|query-core)\/.*(\/index|([mM]utation|[qQ]ueries)Observer|use(Mutation|Queries)))\b/

function reachable(graph: Graph, start: readonly string[]): Set<string> {
  const seen = new Set(start)
  for (const id of seen) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) seen.add(next)
  return seen
}

/**
 * The file that a module belongs to: `early` what the entry needs, apart so that it waits for nothing else; `first` what the
 * list of findings needs beside it; the bundler's own choice for all that comes later. To be used for one build.
 */
export function chunkNames(): (id: string, graph: Graph) => string | null {
  let early: Set<string> | undefined
  let first: Set<string> | undefined
  return (id, graph) => {
    early ??= reachable(graph, [entry])
    first ??= reachable(graph, firstPage)
    if (ofLaterPages.test(id)) return null
    return early.has(id) ? earlyChunk : first.has(id) ? firstChunk : null
  }
}
