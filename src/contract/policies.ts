import * as z from 'zod/mini'
import { idCursor } from './cursor.ts'
import { byId, operation } from './operation.ts'
import { listOf, none, oneOf, someOf, text, texts, uint64, whole } from './query.ts'
import { policyModes, ruleConfidences, secretSeverities } from './vocabulary.ts'

export const listPolicies = operation({
  id: 'listPolicies',
  method: 'GET',
  path: `${byId}/policies`,
  mark: 'documented',
  summary: 'List policies',
  description: '`include=counts` adds the rules in each mode and the projects acted on in the last 30 days.',
  scopes: ['findings:read'],
  query: { include: someOf(['counts']) },
})

const rulePath = z.string().check(z.minLength(1), z.maxLength(1000))
const note = z.optional(z.string().check(z.maxLength(3000)))

export const setRuleMode = operation({
  id: 'setRuleMode',
  method: 'PUT',
  path: `${byId}/policies/{policyId}`,
  mark: 'documented',
  summary: 'Set the policy mode of one rule',
  description:
    'Setting the mode that a rule has already changes nothing. `If-Match` with the rule’s `etag` makes a change by somebody else a 412 with `current`.',
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
  mode: someOf(policyModes),
  severity: someOf([...secretSeverities, none]),
  confidence: someOf([...ruleConfidences, none]),
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
  sort: oneOf([
    firstSort,
    ...otherSorts,
    ...([firstSort, ...otherSorts] as const).map((name) => `-${name}` as const),
  ]),
  limit: whole(1, 2000),
  cursor: text(4000).check(z.regex(/^[\w-]*$/, { error: 'is not a cursor from a response' })),
  include: someOf(['counts', 'facets']),
} as const

export const getPolicy = operation({
  id: 'getPolicy',
  method: 'GET',
  path: `${byId}/policies/{policyId}`,
  mark: 'extension',
  summary: 'Read a policy with its rules',
  description:
    '`path` is the id of the rule in its `tool`, with the name of the tool in front where a rule of another tool had that path before; it never changes. `total` is how many rules match; `cursor` is `""` at the end. `include=facets` counts the values of each filter, with every filter but its own, most frequent first, exact; `include=counts` is that of the list of policies. `openFindings` is the total of `status=open&dedup=true&rules=<path>&policy_ids=<id>`, `fixRate` the share of fixed among fixed, ignored and open findings since `fixRateSince`.',
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
  query: { limit: whole(1, 500), cursor: idCursor },
})

export const getPolicyChange = operation({
  id: 'getPolicyChange',
  method: 'GET',
  path: `${byId}/policies/{policyId}/history/{change_id}`,
  mark: 'extension',
  summary: 'Read one change with all its rules',
  scopes: ['findings:read'],
})

const manyPaths = listOf(rulePath, 5000, 1)
const change = { rulePath, policyMode: z.enum(policyModes) }
const manyOf = <const S extends z.core.$ZodShape>(shape: S) => listOf(z.object(shape), 5000, 1)

export const setRuleModes = operation({
  id: 'setRuleModes',
  method: 'POST',
  path: `${byId}/policies/{policyId}/modes`,
  mark: 'extension',
  summary: 'Set the mode of several rules, all or nothing',
  description:
    'Rules that have the mode already stay as they are. An unknown rule is 404, a rule whose mode is not `expectedMode` makes it 409 with `conflicts`; nothing is changed then. `changeId` is null where nothing changed.',
  scopes: ['policies:write'],
  body: z.union([
    z.object({ rulePaths: manyPaths, policyMode: z.enum(policyModes), note }),
    z.object({ changes: manyOf({ ...change, expectedMode: z.optional(z.enum(policyModes)) }), note }),
  ]),
  stale: ['policies', 'rules', 'findings', 'audit'],
})

export const putBackModes = operation({
  id: 'putBackModes',
  method: 'POST',
  path: `${byId}/policies/{policyId}/history/{change_id}/put-back`,
  mark: 'extension',
  summary: 'Revert a mode change, all or nothing',
  description:
    'A rule that somebody has given another mode since makes it 409 with `conflicts`; nothing is changed then.',
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
    'Of one mode for `rulePaths`, of `changes`, or of putting back the change `putBack`. `openFindings` is the sum of what `getPolicy` answers for these rules. `rules` are those whose effective mode would change: where several policies hold a rule, the strictest mode wins. `leaving` is how many of the open findings would be acted on less strictly. `pullRequests` are those in which such a rule found something new: `commented` and `blocked` under the mode to come and not under the present one, `noLonger…` the other way; null where no such rule is known to have run. `known` is how many of `rules` are known to have run.',
  scopes: ['findings:read'],
  body: z.union([
    z.object({ rulePaths: manyPaths, policyMode: z.enum(policyModes) }),
    z.object({ changes: manyOf(change) }),
    z.object({ putBack: uint64 }),
  ]),
})

export const listRules = operation({
  id: 'listRules',
  method: 'GET',
  path: `${byId}/rules`,
  mark: 'extension',
  summary: 'Search rules',
  description: '`q` is searched for in path and title. `cursor` is `""` at the end.',
  scopes: ['findings:read'],
  query: { q: text(500), limit: whole(1, 2000), cursor: text(1000), sort: oneOf(['path', '-path']) },
})

export const getRule = operation({
  id: 'getRule',
  method: 'GET',
  path: `${byId}/rules/{rulePath}`,
  mark: 'extension',
  summary: 'Read a rule, its mode in each policy, its changes and its findings by day',
  scopes: ['findings:read'],
})
