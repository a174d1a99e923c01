import { dueFilters, type FindingType, fixPullRequestStates } from '#contract/vocabulary.ts'
import { keysOf } from '#lib/keys.ts'
import type { OwnerNames } from '#server/access/owner-names.ts'
import {
  confidences,
  fixPullRequestBits,
  fromCode,
  reachabilities,
  severities,
  statuses,
  toCode,
  transitivities,
  triageReasons,
  validationStates,
  verdicts,
} from '#server/db/codes.ts'
import { modeOfLevel } from '#server/records/policies/effective-modes.ts'
import type { AdvisoryIds } from '../columns/advisory-ids.ts'
import { approvalBits, type ColumnName, mutedDecision, type TextColumn } from '../columns/column-sources.ts'
import type { NamedResource } from '../columns/names.ts'
import type { Table } from '../columns/table.ts'
import { modesByFilter } from '../filters/mode-filters.ts'
import type { FilterName, Selection } from '../filters/query.ts'

export type FacetValue = string | boolean | null

/** The context needed to decode a column's code. */
export interface FacetContext {
  table: Table
  /** The names by id, for a facet whose values have names. */
  names: ReadonlyMap<number, string>
  /** For the facet of owners. */
  owners?: OwnerNames | undefined
  /** For the facet of advisories. */
  advisories?: AdvisoryIds | undefined
  selection: Selection
}

/** How the values of one filter are counted. */
export interface FacetSource {
  types: readonly FindingType[]
  /** The column whose codes are counted; null for `policies`, which counts effective modes, and `due`. */
  column: ColumnName | null
  names?: NamedResource
  /** Returns the filter values that a code represents; several if a row can have several values of the filter. */
  read(code: number, context: FacetContext): readonly FacetValue[]
}

const allTypes = ['sast', 'sca', 'secrets'] as const

const wordOf = (list: readonly string[], code: number) => (code === 0 ? null : fromCode(list, code - 1))

const wordFacet = (
  types: FacetSource['types'],
  column: ColumnName,
  list: readonly string[],
): FacetSource => ({
  types,
  column,
  read: (code) => [wordOf(list, code)],
})

const textFacet = (types: FacetSource['types'], column: TextColumn): FacetSource => ({
  types,
  column,
  read: (code, { table }) => [table.texts[column].text(code)],
})

const flagFacet = (types: FacetSource['types'], column: ColumnName): FacetSource => ({
  types,
  column,
  read: (code) => [code === 1],
})

const nameFacet = (types: FacetSource['types'], column: ColumnName, names: NamedResource): FacetSource => ({
  types,
  column,
  names,
  read: (code, context) => [context.names.get(code) ?? null],
})

/** A facet over a column of JSON lists, by the texts of the list. */
const listFacet = (types: FacetSource['types'], column: ColumnName, names: NamedResource): FacetSource => ({
  types,
  column,
  names,
  read(code, context) {
    const list: unknown = JSON.parse(context.names.get(code) ?? '[]')
    const texts = Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
    return texts.length > 0 ? [...new Set(texts)] : [null]
  },
})

/**
 * The facets of each type, each named after the parameter that selects its values.
 * Source: docs/api.md#facets.
 */
export const facetSources = {
  severities: wordFacet(allTypes, 'severity', severities),
  status: { types: allTypes, column: 'decision', read: (code) => [fromCode(statuses, code >> 3)] },
  repos: nameFacet(allTypes, 'project', 'repos'),
  rules: nameFacet(['sast', 'secrets'], 'rule', 'rules'),
  categories: listFacet(['sast'], 'categories', 'categories'),
  confidence: wordFacet(['sast'], 'confidence', confidences),
  autotriage_verdict: wordFacet(['sast'], 'verdict', verdicts),
  component_tags: textFacet(['sast'], 'componentTag'),
  resource: textFacet(['sast'], 'resource'),
  triage_reasons: {
    types: allTypes,
    column: 'decision',
    // Without a status the filter selects ignored findings only, so only these count for a reason.
    read: (code, { selection }) => [
      code === mutedDecision
        ? 'muted'
        : selection.filter.status || code >> 3 === toCode(statuses, 'ignored')
          ? wordOf(triageReasons, code & 7)
          : null,
    ],
  },
  triaged_by: textFacet(allTypes, 'triagedBy'),
  owner: {
    types: allTypes,
    column: 'owner',
    read: (code, { table, owners }) => [owners?.shown(table.texts.owner.text(code)) ?? null],
  },
  policies: {
    types: ['sast', 'secrets'],
    column: null,
    read(code) {
      const mode = modeOfLevel(code)
      return [Object.entries(modesByFilter).find(([, one]) => one === mode)?.[0] ?? null]
    },
  },
  due: { types: allTypes, column: null, read: (code) => [fromCode(dueFilters, code)] },
  exposures: {
    types: ['sca'],
    column: 'reachability',
    read: (code) => [wordOf(reachabilities, code) ?? 'unknown'],
  },
  transitivities: wordFacet(['sca'], 'transitivity', transitivities),
  is_malicious: { types: ['sca'], column: 'malicious', read: (code) => [code === 2] },
  project_tags: listFacet(allTypes, 'project', 'project_tags'),
  vulnerability_identifiers: {
    types: ['sca'],
    column: 'advisoryIds',
    read: (code, { advisories }) =>
      (advisories?.counted[code] ?? []).map((id) => advisories?.names[id] ?? null),
  },
  secret_types: textFacet(['secrets'], 'secretType'),
  validation_state: {
    types: ['secrets'],
    column: 'validation',
    read(code) {
      const state = wordOf(validationStates, code)
      return [state === null ? null : `VALIDATION_STATE_${state}`]
    },
  },
  dependencies: textFacet(['sca'], 'package'),
  versions: textFacet(['sca'], 'packageVersion'),
  has_ticket: flagFacet(allTypes, 'ticket'),
  ignore_requested: {
    types: allTypes,
    column: 'approval',
    read: (code) => [(code & approvalBits.requested) !== 0],
  },
  fix_available: flagFacet(['sca'], 'fixAvailable'),
  click_to_fix_pr_state: {
    types: allTypes,
    column: 'fixPullRequests',
    read(code) {
      const states = fixPullRequestStates.filter((state) => code & fixPullRequestBits[state])
      return states.length > 0 ? states : [null]
    },
  },
} as const satisfies Partial<Record<FilterName, FacetSource>>

export type FacetName = keyof typeof facetSources

/** The facets of a finding type. */
export function facetsOf(type: FindingType): FacetName[] {
  const names = keysOf(facetSources)
  return names.filter((name) => {
    const { types }: FacetSource = facetSources[name]
    return types.includes(type)
  })
}
