// Assigns modules to the files of the built dashboard. By default the bundler creates a file for each set of pages that
// share something, sixty before the rows of the findings list: each is a request, and small files compress badly.
import { join } from 'node:path'
import { sourcePaths } from './lint-rules/source.ts'
import { root } from './prepare.mjs'

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** The files that a browser loads before the rows of the findings list. */
export const chunkNames = { entry: 'entry', frame: 'frame', findings: 'findings' } as const

/** Whether a module belongs to a file. */
type Belongs = (id: string, graph: Graph) => boolean

const file = (path: string) => join(root, 'src', 'dashboard', ...path.split('/'))

/** The findings list, whose rows a person waits for first, and all other pages. */
const listRoute = file('pages/findings/route.tsx')
/** The columns of the lists of supply-chain findings and of secrets, which their optional columns extend. */
const supplyChainColumns = file('pages/findings/columns/supply-chain-columns.tsx')
const secretColumns = file('pages/findings/secrets/secret-columns.tsx')
/** The first page, whose numbers a person waits for. */
const overviewRoute = file('pages/overview/route.tsx')
const otherRoutes = sourcePaths(root, ['src/dashboard/pages'])
  .filter((path) => path.endsWith('/route.tsx') && !path.startsWith('src/dashboard/pages/findings/'))
  .map((path) => join(root, path))

/** Shows findings as their list does, and loads the file of that list. */
const inboxRoute = file('pages/inbox/route.tsx')

/** Modules that load once the page's rows are rendered. */
const deferredModules = [
  'app/start/deferred-components.tsx',
  'features/list/list-failure.tsx',
  'pages/findings/list/empty-list.tsx',
  'pages/findings/filters/filter-chips.tsx',
  'pages/findings/filters/filter-rail.tsx',
  'pages/findings/filters/stored-filter.ts',
  'pages/findings/list/list-controller.tsx',
  'pages/findings/list/list-updates.tsx',
  'pages/findings/list/panel-fallback.tsx',
  'pages/findings/tools/list-tools.tsx',
  'pages/findings/views/views-menu.tsx',
  'ui/toast/toast-host.tsx',
]
/** Modules of the first opened finding. */
const detailModules = [
  'api/findings/detail.ts',
  'pages/findings/detail/panel/panel.tsx',
  'pages/findings/detail/route.tsx',
]
/** Modules of the first opened menu or dialog. */
const dialogModules = [
  'app/jobs/decisions-dialog.tsx',
  'app/session/expired-dialog.tsx',
  'app/jobs/jobs-drawer.tsx',
  'app/palette/palette.tsx',
  'app/shortcuts/shortcuts-dialog.tsx',
  'features/owners/assign-dialog.tsx',
  'features/triage/jobs/job-dialog.tsx',
  'pages/findings/columns/columns-panel.tsx',
  'pages/findings/triage/triage-bottom-sheet.tsx',
  'pages/findings/tools/export-dialog.tsx',
  'pages/findings/ticket/ticket-flow.tsx',
  'ui/overlay/menu.tsx',
]

/** The columns that a person can add to a list. */
const optionalColumnModules = [
  'pages/findings/columns/optional-code-columns.tsx',
  'pages/findings/columns/optional-supply-chain-columns.tsx',
  'pages/findings/secrets/optional-secret-columns.tsx',
]

/** The requests of projects, their tags and verdicts: three small files otherwise. */
const projectRequests = ['api/projects/projects.ts', 'api/projects/tags.ts', 'api/projects/verdicts.ts']

/** What pages show of exports of SBOMs: five small files otherwise. */
const exportModules = ['features/sbom/exports/export-actions.tsx', 'features/sbom/exports/started-exports.ts']

/** Library modules that only the index of their package imports: neither the frame nor the findings list uses them. */
const unusedAtFirst =
  /\/node_modules\/@tanstack\/.*\/((mutation|queries|infiniteQuery)Observer|use(Mutation|Queries|InfiniteQuery|MutationState)|infiniteQueryOptions)\b/

function reachable(graph: Graph, start: readonly string[]): Set<string> {
  const seen = new Set(start)
  for (const id of seen) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) seen.add(next)
  return seen
}

/** Matches the given modules and all modules they import statically, directly or indirectly. */
function importedBy(start: readonly string[]): Belongs {
  let found: Set<string> | undefined
  return (id, graph) => {
    found ??= reachable(graph, start)
    return found.has(id)
  }
}

/** Matches the modules that at least this many of the given modules import. */
function sharedBy(least: number, modules: readonly string[]): Belongs {
  const each = modules.map((module) => importedBy([module]))
  return (id, graph) => each.filter((belongs) => belongs(id, graph)).length >= least
}

/**
 * Returns the files of the built dashboard, in the order in which they claim modules. The bundler assigns the rest. A
 * result must be used for one build only.
 */
export function chunkGroups() {
  const list = importedBy([listRoute])
  const supplyChain = importedBy([supplyChainColumns])
  const secrets = importedBy([secretColumns])
  const otherPages = sharedBy(1, otherRoutes)
  const pagesWithoutFindings = sharedBy(
    1,
    otherRoutes.filter((route) => route !== inboxRoute),
  )
  const manyPages = sharedBy(4, otherRoutes)
  const overview = importedBy([overviewRoute])
  const twoPages = sharedBy(2, otherRoutes)
  const deferred = importedBy(deferredModules.map(file))
  const detail = importedBy(detailModules.map(file))
  const dialogs = importedBy(dialogModules.map(file))
  const optionalColumns = importedBy(optionalColumnModules.map(file))
  const projects = importedBy(projectRequests.map(file))
  const exports = importedBy(exportModules.map(file))
  const frame = importedBy([file('app/start/start.tsx')])
  const first =
    (belongs: Belongs): Belongs =>
    (id, graph) =>
      !unusedAtFirst.test(id) && belongs(id, graph)
  const files: readonly (readonly [name: string, belongs: Belongs])[] = [
    // Runs first and requests the page's data: separate, so that it does not wait for other code.
    [chunkNames.entry, importedBy([file('app/entry.ts')])],
    // The frame of every page, and the modules that the findings list shares with other pages.
    [
      chunkNames.frame,
      first((id, graph) => frame(id, graph) || (list(id, graph) && pagesWithoutFindings(id, graph))),
    ],
    [chunkNames.findings, first(list)],
    // Otherwise these columns are in the file of optional columns, which loads much that rows do not show.
    ['supply-chain', supplyChain],
    // What the overview shares with other pages: it needs little of what those share with each other.
    [
      'common',
      (id, graph) =>
        overview(id, graph) &&
        (twoPages(id, graph) || [deferred, detail, dialogs].some((belongs) => belongs(id, graph))),
    ],
    // Otherwise a page that needs one module of the files below would load all of them.
    [
      'shared',
      (id, graph) =>
        otherPages(id, graph) &&
        (manyPages(id, graph) || [deferred, detail, dialogs].some((belongs) => belongs(id, graph))),
    ],
    ['projects', projects],
    ['exports', exports],
    ['secrets', secrets],
    ['deferred', deferred],
    ['detail', detail],
    ['dialogs', dialogs],
    ['optional-columns', optionalColumns],
  ]
  return files.map(([name, belongs], index) => ({
    name: (id: string, graph: Graph) => (belongs(id, graph) ? name : null),
    debugName: name,
    priority: files.length - index,
  }))
}
