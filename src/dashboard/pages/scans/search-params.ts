import type { ScanSearch } from '#api/scans/scans.ts'
import { momentText } from '#contract/parameters/moment.ts'
import {
  enumList,
  enumValue,
  flag,
  type QueryValues,
  text,
  texts,
  wholeNumber,
} from '#contract/parameters/query.ts'
import { gateFilters, products, scanStatuses } from '#contract/vocabulary.ts'
import type { ChipText } from '#features/list/filters/chips.tsx'
import { namesOf } from '#features/list/filters/names-of.ts'
import { resolveTime, sinceLabel, timeLabel } from '#features/list/filters/time-values.ts'
import { scanKindLabel, scanProductLabel } from '#features/scan-labels.ts'
import { scanStatusLabel } from '#features/scan-status.tsx'
import { refLabel } from '#lib/text/ref-label.ts'
import { formatDuration } from '#lib/text/units.ts'
import { labels } from './labels.ts'

const filter = {
  since: momentText,
  until: momentText,
  statuses: enumList(scanStatuses),
  is_full_scan: flag,
  products: enumList(products),
  repos: texts,
  branch: text(1000),
  project_tags: texts,
  /** The newest verdict of a pull request, since a time. */
  gate: enumValue(gateFilters),
  gate_since: momentText,
  /** Seconds. */
  min: wholeNumber(0, 31_536_000),
  max: wholeNumber(0, 31_536_000),
} as const

/** The search params of the scans list. */
export const scansShape = filter

export type ScansState = QueryValues<typeof scansShape>
export type ScanFilterName = keyof typeof filter

const { names: filterNames, none } = namesOf(filter)

/** The state without filters; other params stay. */
export const noFilter: ScansState = none

/** Returns the search of a URL state. */
export function searchOf(state: ScansState): ScanSearch {
  const { min, max } = state
  return {
    repos: state.repos,
    branch: state.branch,
    project_tags: state.project_tags,
    gate: state.gate && { verdict: state.gate, since: resolveTime(state.gate_since ?? '1970-01-01') ?? '' },
    since: resolveTime(state.since),
    until: resolveTime(state.until, true),
    is_full_scan: state.is_full_scan,
    products: state.products,
    statuses: state.statuses,
    total_time: min === undefined && max === undefined ? undefined : { min, max },
  }
}

function chipLabel(name: ScanFilterName, state: ScansState): string {
  const { since = '', until = '', branch = '', min = 0, max = 0 } = state
  switch (name) {
    case 'since':
      return sinceLabel(since)
    case 'until':
      return timeLabel(until)
    case 'statuses':
      return (state.statuses ?? []).map(scanStatusLabel).join(', ')
    case 'is_full_scan':
      return scanKindLabel(state.is_full_scan)
    case 'products':
      return (state.products ?? []).map(scanProductLabel).join(', ')
    case 'repos':
      return (state.repos ?? []).join(', ')
    case 'project_tags':
      return (state.project_tags ?? []).join(', ')
    case 'gate':
      return state.gate === undefined ? '' : labels.gateVerdicts[state.gate]
    case 'gate_since':
      return timeLabel(state.gate_since ?? '')
    case 'branch':
      return refLabel(branch)
    case 'min':
      return formatDuration(min)
    case 'max':
      return formatDuration(max)
  }
}

/** The active filters as labels, in the order of the rail. */
export function chipsOf(state: ScansState): ChipText<ScanFilterName>[] {
  return filterNames
    .filter((name) => state[name] !== undefined)
    .map((name) => ({ name, label: labels.filters[name], value: chipLabel(name, state) }))
}
