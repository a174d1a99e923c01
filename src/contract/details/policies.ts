import * as z from 'zod/mini'
import type { OperationDetails } from '../operation.ts'
import { listOf, uint64 } from '../parameters/query.ts'
import { webAddress } from '../parameters/web-address.ts'
import { policyModes, ruleConfidences, secretSeverities } from '../vocabulary.ts'

const rulePath = z.string().check(z.minLength(1), z.maxLength(1000))

const note = z.optional(z.string().check(z.maxLength(3000)))

export const setRuleModeBody = z.object({
  deploymentId: z.optional(uint64),
  policyId: z.optional(uint64),
  policyMode: z.enum(policyModes),
  rulePath,
  note,
})

const rulePaths = listOf(rulePath, 5000, 1)

const ruleModeChange = { rulePath, policyMode: z.enum(policyModes) }

const ruleSelection = <const S extends z.core.$ZodShape>(shape: S) => listOf(z.object(shape), 5000, 1)

export const setRuleModesBody = z.union([
  z.object({ rulePaths: rulePaths, policyMode: z.enum(policyModes), note }),
  z.object({
    changes: ruleSelection({ ...ruleModeChange, expectedMode: z.optional(z.enum(policyModes)) }),
    note,
  }),
])

const weaknesses = listOf(z.string().check(z.minLength(1), z.maxLength(200)), 50)

export const setRuleTextBody = z.object({
  fixed: z.object({
    title: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
    message: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(10_000))),
    severity: z.optional(z.enum(secretSeverities)),
    confidence: z.optional(z.enum(ruleConfidences)),
    cweCategories: z.optional(weaknesses),
    owaspCategories: z.optional(weaknesses),
    url: z.optional(webAddress),
  }),
  expectedAt: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  note,
})

export const revertModesBody = z.object({ note })

export const policyImpactBody = z.union([
  z.object({ rulePaths: rulePaths, policyMode: z.enum(policyModes) }),
  z.object({ changes: ruleSelection(ruleModeChange) }),
  z.object({ putBack: uint64 }),
])

export const details = {
  listPolicies: {
    mark: 'documented',
    summary: 'List policies',
    description:
      '`include=counts` adds the number of rules in each mode, and the number of projects with findings of this policy in the last 30 days.',
  },
  setRuleMode: {
    mark: 'documented',
    summary: 'Set the mode of a rule',
    description:
      'Setting the mode that a rule already has changes nothing. With the `etag` of the rule in `If-Match`, a concurrent change returns 412 with `current`.',
    body: setRuleModeBody,
  },
  getPolicy: {
    mark: 'extension',
    summary: 'Read a policy with its rules',
    description:
      '`path` is the ID of the rule in its `tool`. If a rule of another tool already had that path, the name of the tool is added in front. It never changes. `total` is the number of matching rules. `cursor` is `""` on the last page. `include=facets` counts the values of each filter, with all filters except its own, most frequent first, exactly. `include=counts` is that of the list of policies. `openFindings` is the total of `status=open&dedup=true&rules=<path>&policy_ids=<id>`. `fixRate` is the share of fixed findings among the fixed, ignored and open ones since `fixRateSince`.',
  },
  policyHistory: {
    mark: 'extension',
    summary: "List the changes of a policy's rules",
  },
  getPolicyChange: {
    mark: 'extension',
    summary: 'Read a mode change with all its rules',
  },
  setRuleModes: {
    mark: 'extension',
    summary: 'Set the mode of several rules, all or nothing',
    description:
      'Rules that already have the mode are not changed. An unknown rule returns 404. If a rule no longer has its `expectedMode`, the response is 409 with `conflicts`, and nothing is changed. `changeId` is null if nothing changed.',
    body: setRuleModesBody,
  },
  revertModes: {
    mark: 'extension',
    summary: 'Revert a mode change, all or nothing',
    description:
      'If someone has changed the mode of a rule since, the response is 409 with `conflicts`, and nothing is changed.',
    body: revertModesBody,
  },
  policyImpact: {
    mark: 'extension',
    summary: 'Preview the impact of a mode change on the last 30 days',
    description:
      'Previews one mode for `rulePaths`, several `changes`, or reverting the change `putBack`. `openFindings` is the sum of the `openFindings` that `getPolicy` returns for these rules. `rules` are the rules whose effective mode would change: if several policies contain a rule, the strictest mode applies. `leaving` is the number of open findings that would get a less strict mode. `pullRequests` counts pull requests in which such a rule reported new findings: `commented` and `blocked` for those affected only under the new mode, `noLonger…` for those affected only under the present one; null if none of the rules is known to have run. `known` is the number of `rules` that are known to have run.',
    body: policyImpactBody,
  },
  listRules: {
    mark: 'extension',
    summary: 'Search rules',
    description: '`q` matches part of the path or title. `cursor` is `""` on the last page.',
  },
  getRule: {
    mark: 'extension',
    summary: 'Read a rule, its mode in each policy, its changes and its findings by day',
    description:
      '`renames` are those that scans showed, newest first: of another rule to this one, and of this one to another. A rule that took over the modes of its former ID has the changes of both.',
  },
  setRuleText: {
    mark: 'extension',
    summary: 'Set the text of a rule in place of what projects say',
    description:
      'The page of the rule, lists of rules and groups of findings show the values of `fixed`; the others are those that most projects say. An empty `fixed` reverts to these. Findings show what their own project says. With `expectedAt`, the `at` of `fixed` as it was read, or null, a concurrent change returns 409 with `current`.',
    body: setRuleTextBody,
  },
  undoRuleRename: {
    mark: 'extension',
    summary: 'Separate two rules that a scan showed to be one',
    description:
      'The findings of the project have their former rule again, and later scans of it take the two for different rules. A rename that is already undone, or of a rule that was renamed again since, returns 409.',
  },
} satisfies Record<string, OperationDetails>
