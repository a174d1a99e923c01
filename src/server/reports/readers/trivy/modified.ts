import type { SkipCounter } from '../../report/run-builder.ts'
import { skipReasons } from '../../report/skip-reasons.ts'
import { asName, asObject, type JsonObject } from '../../values/json-values.ts'

const kinds = new Map([
  ['vulnerability', 'Vulnerabilities'],
  ['misconfiguration', 'Misconfigurations'],
  ['secret', 'Secrets'],
  ['license', 'Licenses'],
] as const)
type Kind = typeof kinds extends Map<string, infer Name> ? Name : never
const kindsByName: ReadonlyMap<string, Kind> = kinds

/** Decisions by which a finding is not a problem here: those of an ignore file, and of VEX documents. */
const harmless = new Set(['ignored', 'not_affected'])

/** A finding that Trivy was told to ignore (`--show-suppressed`); null if it is none, counted as left out. */
export function modifiedOf(
  value: JsonObject,
  leftOut: SkipCounter,
): { kind: Kind; finding: JsonObject } | null {
  const status = asName(value['Status'], 50) ?? 'unknown'
  const kind = kindsByName.get(asName(value['Type'], 50) ?? '')
  const finding = asObject(value['Finding'])
  if (kind !== undefined && finding !== null && harmless.has(status)) return { kind, finding }
  leftOut.add(skipReasons.analysisState(status))
  return null
}
