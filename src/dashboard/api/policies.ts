import { infiniteQueryOptions, mutationOptions, queryOptions, skipToken } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import {
  createPolicy,
  deletePolicy,
  editPolicyRules,
  getPolicy,
  getPolicyChange,
  getRule,
  listPolicies,
  listRules,
  policyHistory,
  policyImpact,
  type policyQuery,
  previewPolicyChange,
  revertModes,
  setRuleMode,
  setRuleModes,
  setRuleText,
  undoRuleRename,
  updatePolicy,
} from '#contract/operations/policies.ts'
import type { QueryValues } from '#contract/parameters/query.ts'
import type { policyChangedAnswer } from '#contract/responses/policies.ts'
import { metaOf } from './cache/query-client.ts'
import { staleTimes } from './cache/stale-times.ts'
import { type CallInput, call } from './http/transport.ts'

/** The filter and sort of a policy's rules. */
export type RulesQuery = Omit<QueryValues<typeof policyQuery>, 'limit' | 'cursor' | 'include'>
export type PolicyMode = CallInput<typeof setRuleMode>['body']['policyMode']
/** The input of an impact: one mode for rules, or reverting a change. */
export type ImpactRequest = CallInput<typeof policyImpact>['body']

/** Returns the query options of all policies, with the number of rules in each mode and of affected projects. */
export function policiesOptions(deployment: string) {
  return queryOptions({
    queryKey: ['policies', deployment, 'list'] as const,
    queryFn: ({ signal }) =>
      call(listPolicies, {
        path: { deploymentId: deployment },
        query: { include: ['counts', 'projects'] },
        signal,
      }),
    staleTime: staleTimes.changing,
  })
}

/** The key prefix of every list of a policy's rules. */
export const ruleListsKey = (deployment: string, policyId: string) =>
  ['policies', deployment, 'rules', policyId] as const

/** The number of rules per response; a policy of 5,000 rules is six of them. */
const rulesAtOnce = 1000

/**
 * Returns the query options of a policy's rules, page by page. Rows do not move when a mode changes: changes are
 * written into them.
 */
export function policyRulesOptions(deployment: string, policyId: string, query: RulesQuery) {
  return infiniteQueryOptions({
    queryKey: [...ruleListsKey(deployment, policyId), query] as const,
    queryFn: ({ signal, pageParam }) =>
      call(getPolicy, {
        path: { deploymentId: deployment, policyId },
        query: { ...query, limit: rulesAtOnce, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor || undefined,
    staleTime: staleTimes.changing,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    placeholderData: (before, beforeQuery) => {
      const key = beforeQuery?.queryKey
      return key?.[1] === deployment && key[3] === policyId ? before : undefined
    },
    meta: { holdsRows: true },
  })
}

/**
 * Returns the query options of a policy with its counts, the number of matching rules, and the counts of each filter.
 */
export function policyFacetsOptions(deployment: string, policyId: string, query: RulesQuery = {}) {
  const { sort: _, ...filter } = query
  return queryOptions({
    queryKey: ['policies', deployment, 'facets', policyId, filter] as const,
    queryFn: ({ signal }) =>
      call(getPolicy, {
        path: { deploymentId: deployment, policyId },
        query: { ...filter, limit: 1, include: ['counts', 'facets'] },
        signal,
      }),
    staleTime: staleTimes.changing,
    placeholderData: (before, beforeQuery) => {
      const key = beforeQuery?.queryKey
      return key?.[1] === deployment && key[3] === policyId ? before : undefined
    },
  })
}

/** The number of most recently changed rules per response. */
export const changedAtOnce = 200

/**
 * Returns the query options of a policy's most recently changed rules: changes by others since a list was loaded. It is
 * empty at first and requested once something changed.
 */
export function changedRulesOptions(deployment: string, policyId: string) {
  return queryOptions({
    queryKey: ['policies', deployment, 'changed', policyId] as const,
    queryFn: async ({ signal }) => {
      const path = { deploymentId: deployment, policyId }
      const query = { sort: '-last_change', limit: changedAtOnce }
      const { rules } = await call(getPolicy, { path, query, signal })
      return rules
    },
    initialData: [],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Returns the query options of a policy's changes, newest first, page by page. */
export function policyHistoryOptions(deployment: string, policyId: string) {
  return infiniteQueryOptions({
    queryKey: ['policies', deployment, 'history', policyId] as const,
    queryFn: ({ signal, pageParam }) =>
      call(policyHistory, {
        path: { deploymentId: deployment, policyId },
        query: { limit: 50, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor || undefined,
    staleTime: staleTimes.changing,
  })
}

/** Returns the query options of one change with all its rules. It never changes. */
export function policyChangeOptions(deployment: string, policyId: string, changeId: string) {
  return queryOptions({
    queryKey: ['policies', deployment, 'change', policyId, changeId] as const,
    queryFn: ({ signal }) =>
      call(getPolicyChange, {
        path: { deploymentId: deployment, policyId, change_id: changeId },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** A change of a policy that is previewed. */
export type PolicyChangePreview = CallInput<typeof previewPolicyChange>['body']

/**
 * Returns the query options of a preview of a change of a policy. It is requested each time somebody is about to make one.
 * @param request undefined until the change is complete.
 */
export function previewOptions(deployment: string, request: PolicyChangePreview | undefined) {
  return queryOptions({
    queryKey: ['policies', deployment, 'preview', request] as const,
    queryFn:
      request === undefined
        ? skipToken
        : ({ signal }) =>
            call(previewPolicyChange, { path: { deploymentId: deployment }, body: request, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

/** Returns the query options of a mode change's impact. It is requested each time somebody is about to make one. */
export function impactOptions(deployment: string, policyId: string, request: ImpactRequest) {
  return queryOptions({
    queryKey: ['policies', deployment, 'impact', policyId, request] as const,
    queryFn: ({ signal }) =>
      call(policyImpact, { path: { deploymentId: deployment, policyId }, body: request, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

/** Returns the key of a rule's data. */
export const ruleKey = (deployment: string, rulePath: string) =>
  ['rules', deployment, 'one', rulePath] as const

/** Returns the query options of a rule's data. */
export function ruleOptions(deployment: string, rulePath: string) {
  return queryOptions({
    queryKey: ruleKey(deployment, rulePath),
    queryFn: async ({ signal }) => {
      const { rule } = await call(getRule, { path: { deploymentId: deployment, rulePath }, signal })
      return rule
    },
    staleTime: staleTimes.changing,
  })
}

/** A change of a rule's mode. */
export interface ModeChoice {
  rulePath: string
  policyMode: PolicyMode
  note?: string | undefined
  /** The revision of the policies that the preview was about, if there was one. */
  expectedRevision?: number | undefined
}

/** The key prefix of every pending mode change. */
export const settingModeKey = (deployment: string, policyId: string) =>
  ['set mode', deployment, policyId] as const

/**
 * Sets the mode of one rule. Changes of a policy are sent one after the other, so that those of a rule keep their
 * order, and what sixty in a row invalidate is refetched once.
 * @param etag the rule's current entity tag when the change is sent; undefined if unknown.
 */
export function setModeOptions(deployment: string, policyId: string, etag: () => string | undefined) {
  return mutationOptions({
    mutationKey: settingModeKey(deployment, policyId),
    mutationFn: (choice: ModeChoice) => {
      const tag = etag()
      return call(setRuleMode, {
        path: { deploymentId: deployment, policyId },
        body: choice,
        ...(tag === undefined ? {} : { headers: { 'if-match': tag } }),
      })
    },
    scope: { id: `mode ${deployment} ${policyId}` },
    meta: metaOf(setRuleMode),
  })
}

/** Sets the mode of several rules, all or nothing. A conflict has `conflicts`. */
export function setModesOptions(deployment: string, policyId: string) {
  return mutationOptions({
    mutationFn: (body: CallInput<typeof setRuleModes>['body']) =>
      call(setRuleModes, { path: { deploymentId: deployment, policyId }, body }),
    meta: metaOf(setRuleModes),
  })
}

export type RuleText = CallInput<typeof setRuleText>['body']

/** Sets the text of a rule in place of what most projects say; an empty one ends that. */
export function setRuleTextOptions(deployment: string, rulePath: string) {
  return mutationOptions({
    mutationFn: (body: RuleText) => call(setRuleText, { path: { deploymentId: deployment, rulePath }, body }),
    meta: metaOf(setRuleText),
  })
}

/** Separates two rules that a scan showed to be one. */
export function undoRenameOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (renameId: string) =>
      call(undoRuleRename, { path: { deploymentId: deployment, rename_id: renameId } }),
    meta: metaOf(undoRuleRename),
  })
}

/** A policy after a change; null if it is deleted. */
export type PolicyChanged = z.infer<typeof policyChangedAnswer>

/** Creates a policy, or copies one. */
export function createPolicyOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (body: CallInput<typeof createPolicy>['body']) =>
      call(createPolicy, { path: { deploymentId: deployment }, body }),
    meta: metaOf(createPolicy),
  })
}

/** Renames a policy, or changes the projects that it applies to. */
export function updatePolicyOptions(deployment: string, policyId: string) {
  return mutationOptions({
    mutationFn: (body: CallInput<typeof updatePolicy>['body']) =>
      call(updatePolicy, { path: { deploymentId: deployment, policyId }, body }),
    meta: metaOf(updatePolicy),
  })
}

/** Deletes a policy. */
export function deletePolicyOptions(deployment: string, policyId: string) {
  return mutationOptions({
    mutationFn: ({ note, expectedRevision }: Pick<ModeChoice, 'note' | 'expectedRevision'>) =>
      call(deletePolicy, {
        path: { deploymentId: deployment, policyId },
        query: { note, expected_revision: expectedRevision },
      }),
    meta: metaOf(deletePolicy),
  })
}

/** Adds rules to a policy and removes others, all or nothing. */
export function editRulesOptions(deployment: string, policyId: string) {
  return mutationOptions({
    mutationFn: (body: CallInput<typeof editPolicyRules>['body']) =>
      call(editPolicyRules, { path: { deploymentId: deployment, policyId }, body }),
    meta: metaOf(editPolicyRules),
  })
}

/** Returns the query options of the first rules whose path or title contains a text. */
export function rulesNamedOptions(deployment: string, q: string, limit: number) {
  return queryOptions({
    queryKey: ['rules', deployment, 'named', { q, limit }] as const,
    queryFn: ({ signal }) =>
      call(listRules, { path: { deploymentId: deployment }, query: { q, limit }, signal }),
    staleTime: staleTimes.navigation,
  })
}

/** A change that is reverted. */
export type Revert = { changeId: string } & Pick<ModeChoice, 'note' | 'expectedRevision'>

/** Reverts a change of a policy, all or nothing. */
export function revertOptions(deployment: string, policyId: string) {
  return mutationOptions({
    mutationFn: ({ changeId, ...body }: Revert) =>
      call(revertModes, { path: { deploymentId: deployment, policyId, change_id: changeId }, body }),
    meta: metaOf(revertModes),
  })
}
