import type { SbomExportFilter } from '#api/dependencies/sbom.ts'
import { listSbomExports } from '#contract/operations/sbom.ts'
import { type QueryValues, text } from '#contract/parameters/query.ts'
import type { sbomExportStatuses } from '#contract/vocabulary.ts'
import type { ChipText } from '#features/list/filters/chips.tsx'
import { namesOf } from '#features/list/filters/names-of.ts'
import { labels } from './labels.ts'

const { mine, repositoryId, status } = listSbomExports.query
const filter = { mine, status, repositoryId } as const

/** What may stand in the URL of the list of exports. */
export const exportsShape = { ...filter, open: text(200) } as const

export type ExportsState = QueryValues<typeof exportsShape>
export type ExportFilterName = keyof typeof filter

export const statusLabel = (status: (typeof sbomExportStatuses)[number]) => labels.statuses[status]

const { names: filterNames, none } = namesOf(filter)

/** Nothing filtered; what is shown beside the list stays. */
export const noFilter: ExportsState = none

/** The exports that a URL means. */
export function filterOf(state: ExportsState): SbomExportFilter {
  return { mine: state.mine, status: state.status, repositoryId: state.repositoryId }
}

function chipLabel(name: ExportFilterName, state: ExportsState, project: string): string {
  if (name === 'mine') return state.mine ? labels.me : labels.anyone
  if (name === 'status') return (state.status ?? []).map(statusLabel).join(', ')
  return project
}

/**
 * The filter in words, in the order of the rail.
 * @param project the name of the project that is filtered by.
 */
export function chipsOf(state: ExportsState, project: string): ChipText<ExportFilterName>[] {
  return filterNames
    .filter((name) => state[name] !== undefined)
    .map((name) => ({ name, label: labels.params[name], value: chipLabel(name, state, project) }))
}
