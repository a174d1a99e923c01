import type { AuditFilter } from '#api/audit.ts'
import { momentText } from '#contract/parameters/moment.ts'
import { type QueryValues, text } from '#contract/parameters/query.ts'
import type { ChipText } from '#features/list/filters/chips.tsx'
import { namesOf } from '#features/list/filters/names-of.ts'
import { resolveTime, sinceLabel, timeLabel } from '#features/list/filters/time-values.ts'
import { actionLabel, labels } from './labels.ts'

const filter = {
  since: momentText,
  until: momentText,
  actor: text(200),
  action: text(100),
  target: text(500),
} as const

/** The search params of the audit log; `open` is the event whose detail is open. */
export const auditShape = { ...filter, open: text(40) } as const

export type AuditState = QueryValues<typeof auditShape>
export type AuditFilterName = keyof typeof filter

const { names: filterNames, none } = namesOf(filter)

/** The state without filters. */
export const noFilter: AuditState = none

/** Returns the filter of a URL state. */
export function filterOf({ since, until, actor, action, target }: AuditState): AuditFilter {
  const filter = { actor, action, target, since: resolveTime(since), until: resolveTime(until, true) }
  // Undefined values are removed, because they would make equal filters different query keys.
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

function chipLabel(name: AuditFilterName, value: string): string {
  if (name === 'since') return sinceLabel(value)
  if (name === 'until') return timeLabel(value)
  return name === 'action' ? actionLabel(value) : value
}

/** The active filters as labels, in the order of the rail. */
export function chipsOf(state: AuditState): ChipText<AuditFilterName>[] {
  return filterNames.flatMap((name) => {
    const value = state[name]
    return value === undefined ? [] : [{ name, label: labels.filters[name], value: chipLabel(name, value) }]
  })
}
