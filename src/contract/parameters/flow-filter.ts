import { type FlowKind, flowKinds } from '../overview-vocabulary.ts'

/** The changes of the backlog that a filter selects: their kinds, and the first and last day in the deployment's time zone. */
export interface FlowFilter {
  kinds: readonly FlowKind[]
  /** In whole days since 1970. */
  from: number
  until: number
}

const pattern = /^([a-z,]+):(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/
const dayMs = 24 * 3600_000
const dayOf = (text: string) => Date.parse(`${text}T00:00:00Z`) / dayMs
const isKind = (text: string): text is FlowKind => flowKinds.some((kind) => kind === text)

/** Reads a `flow` filter such as `fixed:2026-11-01..2026-11-30`; null if it is not one. */
export function parseFlow(text: string): FlowFilter | null {
  const [, kinds = '', from = '', until = ''] = pattern.exec(text) ?? []
  const names = kinds.split(',')
  const filter = { kinds: names.filter(isKind), from: dayOf(from), until: dayOf(until) }
  return filter.kinds.length === names.length && filter.from >= 0 && filter.until >= filter.from
    ? filter
    : null
}

/** Writes a `flow` filter that `parseFlow` reads. */
export function writeFlow(kinds: readonly FlowKind[], from: string, until: string): string {
  return `${kinds.join(',')}:${from}..${until}`
}
