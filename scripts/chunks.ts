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
const firstPage = [file('app/start/start.tsx'), file('pages/findings/route.tsx')]

/**
 * What comes later, in the order in which it is needed: each file holds what these modules need and no file before it has.
 * What is needed at the same moment stands together.
 */
const later: readonly [name: string, modules: readonly string[]][] = [
  // What every page has that is not of findings, and the list of findings once its rows are painted.
  [
    'shared',
    [
      'api/cache/preserve-updated-at.ts',
      'contract/operations/dependencies.ts',
      'contract/operations/projects.ts',
      'api/settings.ts',
      'lib/urls/settings-paths.ts',
      'lib/text/units.ts',
      'features/error-panel.tsx',
      'features/import-command.tsx',
      'features/import-link.tsx',
      'features/list/filters/chips.tsx',
      'features/list/filters/day-field.tsx',
      'features/list/search-params/ignored-params.tsx',
      'features/list/table/full-width-row.tsx',
      'features/list/list-failure.tsx',
      'features/list/no-matches.tsx',
      'features/list/filters/rail-group.tsx',
      'features/list/table/selection-frame.tsx',
      'features/list/table/use-tree-keys.ts',
      'features/appearance.ts',
      'features/page-actions.ts',
      'features/role-labels.ts',
      'features/shortcuts/use-keys.ts',
      'features/shortcuts/shortcuts-box.tsx',
      'features/ticket/template-form.tsx',
      'features/triage/form/draft.ts',
      'features/use-sign-out.ts',
      'pages/settings/section-labels.ts',
      'pages/settings/sections.ts',
      'pages/sign-in/sign-in-error.ts',
      'pages/sign-in/token-form.tsx',
      'table/columns/column-layout.ts',
      'table/row-checkbox.tsx',
      'ui/status/banner.tsx',
      'ui/form/checkbox.tsx',
      'ui/copy-button.tsx',
      'ui/form/field.tsx',
      'ui/text/truncate-start.tsx',
      'ui/markdown/markdown-text.tsx',
      'ui/overlay/menu-button.tsx',
      'ui/text/middle-truncate.tsx',
      'ui/status/progress-bar.tsx',
      'ui/scroll-region.tsx',
      'ui/status/skeleton-lines.tsx',
      'ui/text/time.tsx',
      'ui/toast/toast.ts',
      'ui/text/web-link.tsx',
    ].map(file),
  ],
  // More rows than fit the window: alone, since scrolling waits for it.
  ['rows', [file('table/rows/virtual-rows.ts')]],
  // Once the rows are painted: keys, filters, tools of the list, notifications, the rest of the shell.
  [
    'attending',
    [
      file('app/start/deferred-components.tsx'),
      file('pages/findings/filters/filter-chips.tsx'),
      file('pages/findings/filters/filter-rail.tsx'),
      file('pages/findings/list/list-controller.tsx'),
      file('pages/findings/tools/list-tools.tsx'),
      file('pages/findings/views/views-menu.tsx'),
      file('ui/toast/toast-host.tsx'),
      // What is said when something is not as usual, which may be that there is no connection to fetch it by.
      file('pages/findings/list/empty-list.tsx'),
      file('pages/findings/filters/stored-filter.ts'),
      file('features/list/list-failure.tsx'),
      file('pages/findings/list/list-updates.tsx'),
    ],
  ],
  // At the first finding that is opened.
  [
    'detail',
    [
      file('api/findings/detail.ts'),
      file('pages/findings/detail/panel/panel.tsx'),
      file('pages/findings/detail/route.tsx'),
      file('ui/markdown/markdown.tsx'),
    ],
  ],
  // At the first menu, list or question that is opened.
  [
    'opened',
    [
      file('app/jobs/decisions-dialog.tsx'),
      file('app/session/expired-dialog.tsx'),
      file('app/jobs/jobs-drawer.tsx'),
      file('app/shortcuts/shortcuts-dialog.tsx'),
      file('app/palette/palette.tsx'),
      file('pages/findings/columns/columns-panel.tsx'),
      file('pages/findings/triage/triage-bottom-sheet.tsx'),
      file('pages/findings/tools/export-dialog.tsx'),
      file('pages/findings/ticket/ticket-flow.tsx'),
      file('features/triage/jobs/job-dialog.tsx'),
      file('ui/overlay/dialog.tsx'),
      file('ui/overlay/drawer.tsx'),
      file('ui/overlay/menu.tsx'),
    ],
  ],
  // With columns of one's own.
  [
    'columns',
    [
      file('pages/findings/columns/optional-code-columns.tsx'),
      file('pages/findings/columns/optional-supply-chain-columns.tsx'),
    ],
  ],
]

/** Library files that their index alone leads to, and the index: what is used of them, later pages use. */
const ofLaterPages =
  /\/node_modules\/(use-sync-external-store|@tanstack\/react-store|@tanstack\/(react-query|query-core)\/.*(\/index|([mM]utation|[qQ]ueries)Observer|use(Mutation|Queries)))\b/
/** The same for what no page of findings uses. */
const ofOtherPages =
  /\/node_modules\/(@tanstack\/.*\/(infiniteQuery(Observer|Options)|use(InfiniteQuery|MutationState))\b|@base-ui\/react\/combobox\/(popup|portal|positioner)\/)/

function reachable(graph: Graph, start: readonly string[]): Set<string> {
  const seen = new Set(start)
  for (const id of seen) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) seen.add(next)
  return seen
}

/**
 * The files of the built dashboard, in the order of their claim: `early` what the entry needs, apart so that it waits for
 * nothing else; `first` what the list of findings needs beside it; then those of `later`. The bundler chooses for the rest.
 * To be used for one build.
 */
export function chunkGroups() {
  const files: readonly (readonly [name: string, modules: readonly string[]])[] = [
    [earlyChunk, [entry]],
    [firstChunk, firstPage],
    ...later,
  ]
  return files.map(([name, modules], index) => {
    let own: Set<string> | undefined
    return {
      name: (id: string, graph: Graph) => {
        own ??= reachable(graph, modules)
        if (ofOtherPages.test(id) || (index < 2 && ofLaterPages.test(id))) return null
        return own.has(id) ? name : null
      },
      debugName: name,
      priority: files.length - index,
    }
  })
}
