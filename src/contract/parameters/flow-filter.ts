import { type FlowKind, flowKinds } from '../overview-vocabulary.ts'
import { type DayRange, parseDays, writeDays } from './day-range.ts'

/** The changes of the backlog that a filter selects: their kinds, and the first and last day in the deployment's time zone. */
export interface FlowFilter extends DayRange {
  kinds: readonly FlowKind[]
}

const pattern = /^([a-z_,]+):(.+)$/
const isKind = (text: string): text is FlowKind => flowKinds.some((kind) => kind === text)

/** Reads a `flow` filter such as `fixed:2026-11-01..2026-11-30`; null if it is not one. */
export function parseFlow(text: string): FlowFilter | null {
  const [, kinds = '', days = ''] = pattern.exec(text) ?? []
  const names = kinds.split(',')
  const known = names.filter(isKind)
  const range = parseDays(days)
  return range && known.length === names.length ? { kinds: known, ...range } : null
}

/** Writes a `flow` filter that `parseFlow` reads. */
export function writeFlow(kinds: readonly FlowKind[], from: string, until: string): string {
  return `${kinds.join(',')}:${writeDays(from, until)}`
}
