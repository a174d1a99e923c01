import { type FindingFilter, findingFilter } from '#contract/parameters/findings-query.ts'
import { none } from '#contract/parameters/query.ts'
import { keysOf } from '#lib/keys.ts'
import { refLabel } from '#lib/text/ref-label.ts'
import { valuesPart } from '#server/http/response/file-name.ts'

type Name = keyof FindingFilter

/** The filters that come first in a name. */
const leadingNames: readonly Name[] = ['status', 'severities']
/** `dedup` is left out of names: it does not describe which findings a file contains. */
const unnamedFilters: ReadonlySet<Name> = new Set(['dedup'])

type FlagName = Exclude<
  { [N in Name]-?: NonNullable<FindingFilter[N]> extends boolean ? N : never }[Name],
  'dedup'
>
type FlagLabels = readonly [yes: string, no: string]

const flagLabels: Partial<Record<Name, FlagLabels>> = {
  primary_ref: ['', 'other-branches'],
  is_malicious: ['malicious', 'not-malicious'],
  has_ticket: ['with-ticket', 'without-ticket'],
  fix_available: ['fix-available', 'without-fix'],
  uncertain: ['uncertain', 'certain'],
  ignore_requested: ['ignore-requested', 'ignore-not-requested'],
  rule_disabled: ['disabled-rules', ''],
} satisfies Record<FlagName, FlagLabels>
/** Ids and instants need a prefix that names what they refer to. */
const prefixes: Partial<Record<Name, string>> = {
  since: 'since',
  until: 'until',
  triaged_since: 'triaged-since',
  triaged_until: 'triaged-until',
  triaged_by: 'triaged-by',
  owner: 'owner',
  epss_min: 'epss',
  repository_ids: 'project',
  policy_ids: 'policy',
  first_seen_scan_ids: 'scan',
  fixed_scan_ids: 'fixed-in-scan',
  flow: 'changed',
  fixed_on: 'fixed',
}
const instants: ReadonlySet<Name> = new Set(['since', 'until', 'triaged_since', 'triaged_until'])

/** The filter of an export as parts of its file name. */
export function filterParts(filter: FindingFilter): string[] {
  const names = keysOf(findingFilter)
  return [...leadingNames, ...names.filter((name) => !leadingNames.includes(name))].flatMap((name) => {
    const value = filter[name]
    if (value === undefined || value === null || value === '' || unnamedFilters.has(name)) return []
    if (typeof value === 'boolean') return flagLabels[name]?.[value ? 0 : 1] || []
    const words = (Array.isArray(value) ? value : [value]).map((one) => valueLabel(name, String(one)))
    const prefix = name.startsWith('not_') ? 'not' : prefixes[name]
    return [prefix ?? [], valuesPart(words, name.replace('not_', '').replaceAll('_', '-'))].flat().join('-')
  })
}

function valueLabel(name: Name, value: string): string {
  if (value === none) return `no-${name.replaceAll('_', '-')}`
  if (instants.has(name)) return new Date(Number(value) * 1000).toISOString().slice(0, 10)
  if (name === 'ref') return refLabel(value)
  if (name === 'rules' || name === 'not_rules') return value.split('.').at(-1) ?? value
  if (name === 'secret_hashes') return value.slice(0, 8)
  const connection = value.replace(/^(FINDING_STATUS|VALIDATION_STATE)_/, '')
  return connection === value ? value : connection.toLowerCase()
}
