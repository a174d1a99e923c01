import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import {
  getPolicy,
  getPolicyChange,
  getRule,
  listPolicies,
  policyHistory,
  policyImpact,
  type policyQuery,
  revertModes,
  setRuleMode,
  setRuleModes,
} from '#contract/operations/policies.ts'
import type { QueryValues } from '#contract/parameters/query.ts'
import { metaOf } from './cache/query-client.ts'
import { staleTimes } from './cache/stale-times.ts'
import { type CallInput, call } from './http/transport.ts'

/** What a policy's rules are narrowed by and in which order they stand. */
export type RulesQuery = Omit<QueryValues<typeof policyQuery>, 'limit' | 'cursor' | 'include'>
export type PolicyMode = CallInput<typeof setRuleMode>['body']['policyMode']
/** What an impact is asked of: one mode for rules, or putting back a change. */
export type ImpactRequest = CallInput<typeof policyImpact>['body']

/** The options of all policies, with the rules in each mode and the projects they acted on. */
export function policiesOptions(deployment: string) {
  return queryOptions({
    queryKey: ['policies', deployment, 'list'] as const,
    queryFn: ({ signal }) =>
      call(listPolicies, { path: { deploymentId: deployment }, query: { include: ['counts'] }, signal }),
    staleTime: staleTimes.changing,
  })
}

/** The first part of the key of every list of a policy's rules. */
export const ruleListsKey = (deployment: string, policyId: string) =>
  ['policies', deployment, 'rules', policyId] as const

/** So many rules come with one answer; a policy of 5,000 rules is six of them. */
const rulesAtOnce = 1000

/**
 * The options of a policy's rules, page after page. Rows stay where they are when a mode changes: what changed is
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

/** The options of a policy with its counts, how many of its rules match, and the counts of each filter. */
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

/** So many of the rules that were changed last come with one answer. */
export const changedAtOnce = 200

/**
 * The options of the rules of a policy that were changed last: what other people did since a list was answered. Nothing is
 * asked at first; the answer is requested once something changed.
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

/** The options of the changes of a policy, newest first, page after page. */
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

/** The options of one change with all its rules. It never changes. */
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

/** The options of what a change of modes would touch. It is asked each time that somebody is about to make one. */
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

/** The key of everything that is known of a rule. */
export const ruleKey = (deployment: string, rulePath: string) =>
  ['rules', deployment, 'one', rulePath] as const

/** The options of everything that is known of a rule. */
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

/** One change of the mode of a rule. */
export interface ModeChoice {
  rulePath: string
  policyMode: PolicyMode
  note?: string | undefined
}

/** The first part of the key of every change of a rule's mode that is on its way. */
export const settingModeKey = (deployment: string, policyId: string) =>
  ['set mode', deployment, policyId] as const

/**
 * Sets the mode of one rule. Changes of a policy are sent one after the other, so that those of a rule keep their order, and
 * what sixty in a row make stale is requested once.
 * @param etag the tag of the rule as it stands when the change is sent; undefined where nobody knows it.
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

/** Sets the mode of several rules, all or nothing. A conflict carries `conflicts`. */
export function setModesOptions(deployment: string, policyId: string) {
  return mutationOptions({
    mutationFn: (body: CallInput<typeof setRuleModes>['body']) =>
      call(setRuleModes, { path: { deploymentId: deployment, policyId }, body }),
    meta: metaOf(setRuleModes),
  })
}

/** Puts back the modes that a change replaced, all or nothing. A conflict carries `conflicts`. */
export function revertOptions(deployment: string, policyId: string) {
  return mutationOptions({
    mutationFn: ({ changeId, note }: { changeId: string; note?: string | undefined }) =>
      call(revertModes, {
        path: { deploymentId: deployment, policyId, change_id: changeId },
        body: { note },
      }),
    meta: metaOf(revertModes),
  })
}
