import * as z from 'zod/mini'
import type { OperationDetails } from '../operation.ts'
import { nameText, searchName } from '../parameters/name.ts'
import { listOf, uint64 } from '../parameters/query.ts'
import { webAddress } from '../parameters/web-address.ts'
import { policyModes, productTypes, ruleConfidences, secretSeverities } from '../vocabulary.ts'

const rulePath = z.string().check(z.minLength(1), z.maxLength(1000))

const note = z.optional(z.string().check(z.maxLength(3000)))

/** The newest change of policies that the caller knows: a change in between is refused. */
const expectedRevision = z.optional(z.int().check(z.nonnegative()))

export const setRuleModeBody = z.object({
  deploymentId: z.optional(uint64),
  policyId: z.optional(uint64),
  policyMode: z.enum(policyModes),
  rulePath,
  note,
  expectedRevision,
})

const rulePaths = listOf(rulePath, 5000, 1)

const ruleModeChange = { rulePath, policyMode: z.enum(policyModes) }

const ruleSelection = <const S extends z.core.$ZodShape>(shape: S) => listOf(z.object(shape), 5000, 1)

export const setRuleModesBody = z.union([
  z.object({ rulePaths: rulePaths, policyMode: z.enum(policyModes), note, expectedRevision }),
  z.object({
    changes: ruleSelection({ ...ruleModeChange, expectedMode: z.optional(z.enum(policyModes)) }),
    note,
    expectedRevision,
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
    url: z.optional(webAddress(2000)),
  }),
  expectedAt: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  note,
})

export const revertModesBody = z.object({ note, expectedRevision })

export const policyImpactBody = z.union([
  z.object({ rulePaths: rulePaths, policyMode: z.enum(policyModes) }),
  z.object({ changes: ruleSelection(ruleModeChange) }),
  z.object({ putBack: uint64 }),
])

const policyName = nameText(200, 1)

export const appliesToBody = z.union([
  z.strictObject({ all: z.literal(true) }),
  z.strictObject({
    projects: z.optional(listOf(searchName(), 5000)),
    tags: z.optional(listOf(z.string(), 200)),
  }),
])

const newPolicy = {
  name: policyName,
  productType: z.optional(z.enum(productTypes)),
  copyOf: z.optional(uint64),
  appliesTo: appliesToBody,
}
export const createPolicyBody = z.object({ ...newPolicy, note, expectedRevision })

const changedPolicy = { name: z.optional(policyName), appliesTo: z.optional(appliesToBody) }
export const updatePolicyBody = z.object({ ...changedPolicy, note, expectedRevision })

const editedRules = {
  add: z.optional(listOf(z.object({ rulePath, policyMode: z.optional(z.enum(policyModes)) }), 5000)),
  remove: z.optional(listOf(rulePath, 5000)),
}
export const editPolicyRulesBody = z.object({ ...editedRules, note, expectedRevision })

export const previewPolicyBody = z.union([
  z.object({ create: z.object(newPolicy) }),
  z.object({ policyId: uint64, change: z.object(changedPolicy) }),
  z.object({ policyId: uint64, rules: z.object(editedRules) }),
  z.object({ policyId: uint64, delete: z.literal(true) }),
  z.object({ policyId: uint64, putBack: uint64 }),
])

const revisionText =
  'If `expectedRevision` is not the newest revision of the policies, the response is 409 with `revision`, and nothing is changed.'

export const details = {
  listPolicies: {
    mark: 'documented',
    summary: 'List policies',
    description:
      '`include=counts` adds the number of rules in each mode, and the number of projects with findings of this policy in the last 30 days. `include=projects` adds what the policy applies to.',
  },
  setRuleMode: {
    mark: 'documented',
    summary: 'Set the mode of a rule',
    description:
      'Setting the mode that a rule already has changes nothing. With the `etag` of the rule in `If-Match`, a concurrent change returns 412 with `current`. If `expectedRevision` is not the newest revision of the policies, the response is 409 with `revision`.',
    body: setRuleModeBody,
  },
  getPolicy: {
    mark: 'extension',
    summary: 'Read a policy with its rules',
    description:
      '`path` is the ID of the rule in its `tool`. If a rule of another tool already had that path, the name of the tool is added in front. It never changes. `total` is the number of matching rules. `cursor` is `""` on the last page. `include=facets` counts the values of each filter, with all filters except its own, most frequent first, exactly. `include=counts` is that of the list of policies. `openFindings` is the total of `status=open&dedup=true&rules=<path>&policy_ids=<id>`. `fixRate` is the share of fixed findings among the fixed, ignored and open ones since `fixRateSince`.',
  },
  createPolicy: {
    mark: 'extension',
    summary: 'Create a policy, or copy one',
    description: `A copy has the rules and modes of the policy \`copyOf\` and its product; another policy begins without rules, for \`productType\`, code by default. \`appliesTo\` is \`{ "all": true }\`, or the \`projects\` and the \`tags\` of projects that it applies to. ${revisionText}`,
    body: createPolicyBody,
  },
  updatePolicy: {
    mark: 'extension',
    summary: 'Rename a policy, or change the projects that it applies to',
    description: `A default policy applies to all projects. ${revisionText}`,
    body: updatePolicyBody,
  },
  deletePolicy: {
    mark: 'extension',
    summary: 'Delete a policy',
    description: `A default policy cannot be deleted. Reverting the change restores the policy. ${revisionText.replace('expectedRevision', 'expected_revision')}`,
  },
  editPolicyRules: {
    mark: 'extension',
    summary: 'Add rules to a policy and remove others, all or nothing',
    description: `An added rule has the mode \`policyMode\`, else that of the default policy. A rule that is there already keeps its mode, and one that is not there is not removed. A default policy keeps its rules. ${revisionText}`,
    body: editPolicyRulesBody,
  },
  previewPolicyChange: {
    mark: 'extension',
    summary: 'Preview a change of policies, and change nothing',
    description:
      '`projects` and `rules` are those with a changed effective mode. `blocked` is the number of open findings of rules that would block new findings, as lists without duplicates count them, and did not before; `noLongerBlocked` of those that would not any more. `revision` is what to send as `expectedRevision` with the change.',
    body: previewPolicyBody,
  },
  policyHistory: {
    mark: 'extension',
    summary: 'List the changes of a policy',
    description:
      'A change of the kind `modes` or `rules` has the rules: `from` is null for one that was added, `to` for one that was removed. One of the kind `changed` has `name` or `appliesTo` with both values, and one of the kind `tags` the first hundred projects whose tags changed.',
  },
  getPolicyChange: {
    mark: 'extension',
    summary: 'Read a mode change with all its rules',
  },
  setRuleModes: {
    mark: 'extension',
    summary: 'Set the mode of several rules, all or nothing',
    description:
      'Rules that already have the mode are not changed. An unknown rule returns 404. If a rule no longer has its `expectedMode`, the response is 409 with `conflicts`, and nothing is changed; likewise with `revision` if `expectedRevision` is not the newest. `changeId` is null if nothing changed.',
    body: setRuleModesBody,
  },
  revertModes: {
    mark: 'extension',
    summary: 'Revert a change of a policy, all or nothing',
    description: `Reverts a change of modes, rules, name or projects, creating and deleting. If someone has changed it again since, the response is 409, with \`conflicts\` for rules, and nothing is changed. ${revisionText}`,
    body: revertModesBody,
  },
  policyImpact: {
    mark: 'extension',
    summary: 'Preview the impact of a mode change on the last 30 days',
    description:
      'Previews one mode for `rulePaths`, several `changes`, or reverting the change `putBack`. `openFindings` is the sum of the `openFindings` that `getPolicy` returns for these rules. `changed` are the rules whose mode in the policy would change, `rules` those whose effective mode would change in some project. `leaving` is the number of open findings that would get a less strict mode. `pullRequests` counts pull requests in which such a rule reported new findings: `commented` and `blocked` for those affected only under the new mode, `noLonger…` for those affected only under the present one; null if none of the rules is known to have run; `affected` lists them, the newest 1,000. `known` is the number of `rules` that are known to have run.',
    body: policyImpactBody,
  },
  listRules: {
    mark: 'extension',
    summary: 'Search rules',
    description:
      '`q` matches part of the path or title, or the number of a CWE or OWASP category: `CWE-89` (not CWE-893), `A03`, `A03:2021`. `cursor` is `""` on the last page.',
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
