import * as z from 'zod/mini'
import { byId, operation } from '../operation.ts'
import { idCursor } from '../parameters/cursor.ts'
import { enumList, enumValue, listOf, none, text, texts, uint64, wholeNumber } from '../parameters/query.ts'
import { policyModes, ruleConfidences, secretSeverities } from '../vocabulary.ts'

export const listPolicies = operation({
  id: 'listPolicies',
  method: 'GET',
  path: `${byId}/policies`,
  mark: 'documented',
  summary: 'List policies',
  description:
    '`include=counts` adds the number of rules in each mode, and the number of projects with findings of this policy in the last 30 days.',
  scopes: ['findings:read'],
  query: { include: enumList(['counts']) },
})

const rulePath = z.string().check(z.minLength(1), z.maxLength(1000))
const note = z.optional(z.string().check(z.maxLength(3000)))

export const setRuleMode = operation({
  id: 'setRuleMode',
  method: 'PUT',
  path: `${byId}/policies/{policyId}`,
  mark: 'documented',
  summary: 'Set the mode of a rule',
  description:
    'Setting the mode that a rule already has changes nothing. With the `etag` of the rule in `If-Match`, a concurrent change returns 412 with `current`.',
  scopes: ['policies:write'],
  body: z.object({
    deploymentId: z.optional(uint64),
    policyId: z.optional(uint64),
    policyMode: z.enum(policyModes),
    rulePath,
    note,
  }),
  stale: ['policies', 'rules', 'findings', 'audit'],
})

const [firstSort, ...otherSorts] = [
  'path',
  'severity',
  'confidence',
  'mode',
  'category',
  'open_findings',
  'fix_rate',
  'last_change',
] as const

/**
 * What a policy's rules can be narrowed by. Values inside one parameter are OR, different parameters AND; `__none`
 * selects rules without a value. `q` is searched for in path and title.
 */
export const ruleFilter = {
  mode: enumList(policyModes),
  severity: enumList([...secretSeverities, none]),
  confidence: enumList([...ruleConfidences, none]),
  source: texts,
  category: texts,
  language: texts,
  technology: texts,
  ruleset: texts,
  cwe: texts,
  owasp: texts,
  q: text(500),
} as const

/** The query of a policy's rules. */
export const policyQuery = {
  ...ruleFilter,
  sort: enumValue([
    firstSort,
    ...otherSorts,
    ...([firstSort, ...otherSorts] as const).map((name) => `-${name}` as const),
  ]),
  limit: wholeNumber(1, 2000),
  cursor: text(4000).check(z.regex(/^[\w-]*$/, { error: 'is not a cursor from a response' })),
  include: enumList(['counts', 'facets']),
} as const

export const getPolicy = operation({
  id: 'getPolicy',
  method: 'GET',
  path: `${byId}/policies/{policyId}`,
  mark: 'extension',
  summary: 'Read a policy with its rules',
  description:
    '`path` is the ID of the rule in its `tool`. If a rule of another tool already had that path, the name of the tool is added in front. It never changes. `total` is the number of matching rules. `cursor` is `""` on the last page. `include=facets` counts the values of each filter, with all filters except its own, most frequent first, exactly. `include=counts` is that of the list of policies. `openFindings` is the total of `status=open&dedup=true&rules=<path>&policy_ids=<id>`. `fixRate` is the share of fixed findings among the fixed, ignored and open ones since `fixRateSince`.',
  scopes: ['findings:read'],
  query: policyQuery,
})

export const policyHistory = operation({
  id: 'policyHistory',
  method: 'GET',
  path: `${byId}/policies/{policyId}/history`,
  mark: 'extension',
  summary: "List the changes of a policy's rules",
  scopes: ['findings:read'],
  query: { limit: wholeNumber(1, 500), cursor: idCursor },
})

export const getPolicyChange = operation({
  id: 'getPolicyChange',
  method: 'GET',
  path: `${byId}/policies/{policyId}/history/{change_id}`,
  mark: 'extension',
  summary: 'Read a mode change with all its rules',
  scopes: ['findings:read'],
})

const rulePaths = listOf(rulePath, 5000, 1)
const ruleModeChange = { rulePath, policyMode: z.enum(policyModes) }
const ruleSelection = <const S extends z.core.$ZodShape>(shape: S) => listOf(z.object(shape), 5000, 1)

export const setRuleModes = operation({
  id: 'setRuleModes',
  method: 'POST',
  path: `${byId}/policies/{policyId}/modes`,
  mark: 'extension',
  summary: 'Set the mode of several rules, all or nothing',
  description:
    'Rules that already have the mode are not changed. An unknown rule returns 404. If a rule no longer has its `expectedMode`, the response is 409 with `conflicts`, and nothing is changed. `changeId` is null if nothing changed.',
  scopes: ['policies:write'],
  body: z.union([
    z.object({ rulePaths: rulePaths, policyMode: z.enum(policyModes), note }),
    z.object({
      changes: ruleSelection({ ...ruleModeChange, expectedMode: z.optional(z.enum(policyModes)) }),
      note,
    }),
  ]),
  stale: ['policies', 'rules', 'findings', 'audit'],
})

export const revertModes = operation({
  id: 'putBackModes',
  method: 'POST',
  path: `${byId}/policies/{policyId}/history/{change_id}/put-back`,
  mark: 'extension',
  summary: 'Revert a mode change, all or nothing',
  description:
    'If someone has changed the mode of a rule since, the response is 409 with `conflicts`, and nothing is changed.',
  scopes: ['policies:write'],
  body: z.object({ note }),
  stale: ['policies', 'rules', 'findings', 'audit'],
})

export const policyImpact = operation({
  id: 'policyImpact',
  method: 'POST',
  path: `${byId}/policies/{policyId}/impact`,
  mark: 'extension',
  summary: 'Preview the impact of a mode change on the last 30 days',
  description:
    'Previews one mode for `rulePaths`, several `changes`, or reverting the change `putBack`. `openFindings` is the sum of the `openFindings` that `getPolicy` returns for these rules. `rules` are the rules whose effective mode would change: if several policies contain a rule, the strictest mode applies. `leaving` is the number of open findings that would get a less strict mode. `pullRequests` counts pull requests in which such a rule reported new findings: `commented` and `blocked` for those affected only under the new mode, `noLonger…` for those affected only under the present one; null if none of the rules is known to have run. `known` is the number of `rules` that are known to have run.',
  scopes: ['findings:read'],
  body: z.union([
    z.object({ rulePaths: rulePaths, policyMode: z.enum(policyModes) }),
    z.object({ changes: ruleSelection(ruleModeChange) }),
    z.object({ putBack: uint64 }),
  ]),
})

export const listRules = operation({
  id: 'listRules',
  method: 'GET',
  path: `${byId}/rules`,
  mark: 'extension',
  summary: 'Search rules',
  description: '`q` matches part of the path or title. `cursor` is `""` on the last page.',
  scopes: ['findings:read'],
  query: {
    q: text(500),
    limit: wholeNumber(1, 2000),
    cursor: text(1000),
    sort: enumValue(['path', '-path']),
  },
})

export const getRule = operation({
  id: 'getRule',
  method: 'GET',
  path: `${byId}/rules/{rulePath}`,
  mark: 'extension',
  summary: 'Read a rule, its mode in each policy, its changes and its findings by day',
  scopes: ['findings:read'],
})
