import { type FlowKind, flowKinds, type StandingKind, standingKinds } from '../overview-vocabulary.ts'
import { severities } from '../vocabulary.ts'
import { type DayRange, parseDays, writeDays } from './day-range.ts'

type Severity = (typeof severities)[number]
export type FlowFilterKind = FlowKind | StandingKind

/** The changes of the backlog that a filter selects: their kinds, and the first and last day in the deployment's time zone. */
export interface FlowFilter extends DayRange {
  kinds: readonly FlowFilterKind[]
  /** For the kinds that compare the backlog before with that after: only its findings of these severities; empty for all. */
  severities: readonly Severity[]
}

const pattern = /^([a-z_,]+):([^:]+)(?::([a-z,]+))?$/
const isKind = (text: string): text is FlowFilterKind =>
  [...flowKinds, ...standingKinds].some((kind) => kind === text)
const isStanding = (kind: FlowFilterKind) => standingKinds.some((one) => one === kind)
const isSeverity = (text: string): text is Severity => severities.some((severity) => severity === text)

/**
 * Reads a `flow` filter such as `fixed:2026-11-01..2026-11-30` or `added,gone:2026-11-01..2026-11-30:high`; null if it
 * is not one.
 */
export function parseFlow(text: string): FlowFilter | null {
  const [, kinds = '', days = '', of] = pattern.exec(text) ?? []
  const [names, severities] = [kinds.split(','), of?.split(',') ?? []]
  const [known, ofSeverities] = [names.filter(isKind), severities.filter(isSeverity)]
  const range = parseDays(days)
  if (!range || known.length !== names.length || ofSeverities.length !== severities.length) return null
  // Of other changes the filter `severities` says the severity.
  if (severities.length > 0 && !known.every(isStanding)) return null
  return { kinds: known, severities: ofSeverities, ...range }
}

/** Writes a `flow` filter that `parseFlow` reads. */
export function writeFlow(
  kinds: readonly FlowFilterKind[],
  from: string,
  until: string,
  severities: readonly Severity[] = [],
): string {
  const days = `${kinds.join(',')}:${writeDays(from, until)}`
  return severities.length === 0 ? days : `${days}:${severities.join(',')}`
}
