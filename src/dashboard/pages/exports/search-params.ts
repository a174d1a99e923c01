import type { SbomExportFilter } from '#api/dependencies/sbom.ts'
import { listSbomExports } from '#contract/operations/sbom.ts'
import { type QueryValues, text } from '#contract/parameters/query.ts'
import type { sbomExportStatuses } from '#contract/vocabulary.ts'
import type { ChipText } from '#features/list/filters/chips.tsx'
import { namesOf } from '#features/list/filters/names-of.ts'
import { labels } from './labels.ts'

const { mine, repositoryId, status } = listSbomExports.query
const filter = { mine, status, repositoryId } as const

/** The search params of the export list. */
export const exportsShape = { ...filter, open: text(200) } as const

export type ExportsState = QueryValues<typeof exportsShape>
export type ExportFilterName = keyof typeof filter

export const statusLabel = (status: (typeof sbomExportStatuses)[number]) => labels.statuses[status]

const { names: filterNames, none } = namesOf(filter)

/** The state without filters; it keeps which detail is open. */
export const noFilter: ExportsState = none

/** Returns the export filter of a URL state. */
export function filterOf(state: ExportsState): SbomExportFilter {
  return { mine: state.mine, status: state.status, repositoryId: state.repositoryId }
}

function chipLabel(name: ExportFilterName, state: ExportsState, project: string): string {
  if (name === 'mine') return state.mine ? labels.me : labels.anyone
  if (name === 'status') return (state.status ?? []).map(statusLabel).join(', ')
  return project
}

/**
 * The active filters as labels, in the order of the rail.
 * @param project the name of the filtered project.
 */
export function chipsOf(state: ExportsState, project: string): ChipText<ExportFilterName>[] {
  return filterNames
    .filter((name) => state[name] !== undefined)
    .map((name) => ({ name, label: labels.params[name], value: chipLabel(name, state, project) }))
}
