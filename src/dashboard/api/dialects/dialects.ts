import type { CodeFinding, SupplyChainFinding } from '#contract/responses/findings.ts'
import { findingShape } from './finding-shapes.ts'
import { isObject, type Raw, readObject } from './shapes.ts'

/** A finding of either type. The fields of the other type are missing. */
export type Finding = CodeFinding & SupplyChainFinding

/** If another service omits one of these it is empty, which every page shows as unknown. */
const required = [
  'match_based_id',
  'rule_name',
  'severity',
  'status',
  'state',
  'triage_state',
  'created_at',
  'relevant_since',
] as const

/** Converts values such as `conditionally reachable` and `always-reachable` to the API's spelling. */
function normalizeWords(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().replace(/[\s-]+/g, '_') : value
}

const missing = (value: unknown) => value === undefined || value === null

/**
 * Reads a finding of any service in the documented form: names in the documented spelling, fields of a wrong type
 * removed, and required fields of our responses present (empty if the other service omitted them). Unknown enumeration
 * values are unchanged.
 * @returns undefined for a value without an id. Source: docs/api.md#other-services.
 */
export function readFinding(value: unknown): Finding | undefined {
  if (!isObject(value)) return undefined
  const finding = readObject(findingShape, value)
  if (typeof finding['id'] !== 'number') return undefined
  const rule = isObject(finding['rule']) ? finding['rule'] : {}
  const name = finding['rule_name'] ?? rule['name'] ?? ''
  const reachability = normalizeWords(finding['reachability'])
  const filled: Raw = {}
  for (const key of required) if (missing(finding[key])) filled[key] = ''
  if (finding['rule_name'] !== name) filled['rule_name'] = name
  if (missing(rule['name'])) filled['rule'] = { ...rule, name }
  if (reachability !== finding['reachability']) filled['reachability'] = reachability
  const repository = finding['repository']
  if (!isObject(repository) || missing(repository['name'])) {
    filled['repository'] = { ...(isObject(repository) ? repository : {}), name: '' }
  }
  const location = finding['location']
  if (isObject(location) && missing(location['filePath'])) filled['location'] = null
  const complete = Object.keys(filled).length > 0 ? { ...finding, ...filled } : finding
  // parse: just read, field by field, by the shape that the contract's two types describe.
  return complete as unknown as Finding
}

/**
 * Returns the findings of a list response: those under the key of the type, or a bare `findings`. `leftOut` counts
 * those without an id, which cannot be shown.
 */
export function readFindings(
  answer: unknown,
  type: 'sast' | 'sca',
): { findings: Finding[]; leftOut: number } {
  const body = isObject(answer) ? answer : {}
  const holder = body[type === 'sast' ? 'sastFindings' : 'scaFindings']
  const within = isObject(holder) ? holder['findings'] : undefined
  const list = Array.isArray(within) ? within : Array.isArray(body['findings']) ? body['findings'] : []
  const findings = list.map(readFinding).filter((finding) => finding !== undefined)
  return { findings, leftOut: list.length - findings.length }
}
