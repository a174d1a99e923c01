import { appliesToType, type FindingFilter } from '#contract/parameters/findings-query.ts'
import { none } from '#contract/parameters/query.ts'
import {
  confidences,
  dueFilters,
  exposures,
  fixPullRequestStates,
  ignoreReasonFilters,
  ruleModeFilters,
  severities,
  statuses,
  transitivities,
  validationStates,
  verdicts,
} from '#contract/vocabulary.ts'
import type { ListType } from '../list/list-state.ts'
import { filterLabels } from './labels.ts'

type Name = keyof FindingFilter

/** A group of the filter rail. */
export type FilterGroup =
  /** A fixed set of values. */
  | { kind: 'words'; name: Name; values: readonly string[] }
  /** Values that come with the counts, most frequent first; some filters can also exclude them. */
  | { kind: 'names'; name: Name; not?: Name; mono?: boolean }
  | { kind: 'flag'; name: Name; on: string; off: string }
  | { kind: 'span'; name: 'since' | 'triaged_since' }
  | { kind: 'branch' | 'path' | 'epss' | 'ids'; name: Name }

/** Every filter of the documented list and the additional ones, ordered by how often people use them. */
const groups: readonly FilterGroup[] = [
  { kind: 'words', name: 'severities', values: severities },
  { kind: 'words', name: 'status', values: statuses },
  { kind: 'words', name: 'validation_state', values: [...validationStates, none] },
  { kind: 'names', name: 'secret_types' },
  { kind: 'words', name: 'due', values: dueFilters },
  { kind: 'span', name: 'since' },
  { kind: 'branch', name: 'ref' },
  { kind: 'names', name: 'repos', not: 'not_repos' },
  { kind: 'names', name: 'rules', not: 'not_rules', mono: true },
  { kind: 'path', name: 'path' },
  { kind: 'names', name: 'project_tags' },
  { kind: 'names', name: 'dependencies', mono: true },
  { kind: 'names', name: 'versions', mono: true },
  { kind: 'names', name: 'vulnerability_identifiers', mono: true },
  { kind: 'words', name: 'exposures', values: [...exposures, none] },
  { kind: 'words', name: 'transitivities', values: [...transitivities, none] },
  { kind: 'flag', name: 'is_malicious', on: filterLabels.malicious, off: filterLabels.notMalicious },
  { kind: 'epss', name: 'epss_min' },
  { kind: 'flag', name: 'fix_available', on: filterLabels.fixAvailable, off: filterLabels.noFix },
  { kind: 'names', name: 'categories', not: 'not_categories' },
  { kind: 'words', name: 'confidence', values: [...confidences, none] },
  { kind: 'words', name: 'autotriage_verdict', values: [...verdicts, none] },
  { kind: 'names', name: 'resource', mono: true },
  { kind: 'names', name: 'component_tags' },
  { kind: 'words', name: 'triage_reasons', values: ignoreReasonFilters },
  { kind: 'names', name: 'owner' },
  { kind: 'names', name: 'triaged_by' },
  { kind: 'span', name: 'triaged_since' },
  { kind: 'words', name: 'policies', values: ruleModeFilters },
  { kind: 'flag', name: 'rule_disabled', on: filterLabels.onlyDisabled, off: filterLabels.notDisabled },
  { kind: 'words', name: 'click_to_fix_pr_state', values: fixPullRequestStates },
  { kind: 'flag', name: 'uncertain', on: filterLabels.uncertain, off: filterLabels.notUncertain },
  { kind: 'flag', name: 'ignore_requested', on: filterLabels.ignoreRequested, off: filterLabels.noRequest },
  { kind: 'flag', name: 'has_ticket', on: filterLabels.hasTicket, off: filterLabels.noTicket },
  { kind: 'ids', name: 'first_seen_scan_ids' },
]

/** Returns the groups that apply to findings of this type. */
export function groupsFor(type: ListType): readonly FilterGroup[] {
  return groups.filter(({ name }) => appliesToType(name, type))
}
