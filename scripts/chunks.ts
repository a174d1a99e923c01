// Which code stands in one file of the built dashboard. Left alone the bundler makes a file for each set of pages that
// share something, two dozen for the list of findings; each is a request, and many small files compress badly.
import { join } from 'node:path'
import { root } from './prepare.mjs'

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

const file = (path: string) => join(root, 'src', ...path.split('/'))

/** What runs first and asks for the page's data. */
const entry = file('app/entry.ts')
/** What a person waits for before the rows are there. */
const firstPage = [file('app/shell.tsx'), file('pages/findings/route.tsx')]

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
    if (id === entry || firstPage.includes(id)) return null
    return early.has(id) ? 'early' : first.has(id) ? 'first' : null
  }
}
