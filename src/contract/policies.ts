import * as z from 'zod/mini'
import { byId, operation } from './operation.ts'
import { oneOf, someOf, text, texts, uint64, whole } from './query.ts'
import { policyModes } from './vocabulary.ts'

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

export const getPolicy = operation({
  id: 'getPolicy',
  method: 'GET',
  path: `${byId}/policies/{policyId}`,
  mark: 'extension',
  summary: 'Read a policy with its rules',
  scopes: ['findings:read'],
  query: {
    limit: whole(1, 2000),
    cursor: text(200),
    mode: someOf(policyModes),
    severity: texts,
    confidence: texts,
    source: texts,
    language: texts,
    technology: texts,
    q: text(500),
  },
})

export const policyHistory = operation({
  id: 'policyHistory',
  method: 'GET',
  path: `${byId}/policies/{policyId}/history`,
  mark: 'extension',
  summary: "List the changes of a policy's rules",
  scopes: ['findings:read'],
  query: { limit: whole(1, 500), cursor: text(200) },
})

export const setRuleModes = operation({
  id: 'setRuleModes',
  method: 'POST',
  path: `${byId}/policies/{policyId}/modes`,
  mark: 'extension',
  summary: 'Set the mode of several rules, all or nothing',
  scopes: ['policies:write'],
  body: z.union([
    z.object({
      rulePaths: z.array(rulePath).check(z.minLength(1), z.maxLength(5000)),
      policyMode: z.enum(policyModes),
      note,
    }),
    z.object({
      changes: z
        .array(
          z.object({
            rulePath,
            policyMode: z.enum(policyModes),
            expectedMode: z.optional(z.enum(policyModes)),
          }),
        )
        .check(z.minLength(1), z.maxLength(5000)),
      note,
    }),
  ]),
  stale: ['policies', 'rules', 'findings', 'audit'],
})

export const policyImpact = operation({
  id: 'policyImpact',
  method: 'POST',
  path: `${byId}/policies/{policyId}/impact`,
  mark: 'extension',
  summary: 'Say what a change of mode would have touched in the last 30 days, changing nothing',
  scopes: ['findings:read'],
  body: z.object({
    rulePaths: z.array(rulePath).check(z.minLength(1), z.maxLength(5000)),
    policyMode: z.enum(policyModes),
  }),
})

export const listRules = operation({
  id: 'listRules',
  method: 'GET',
  path: `${byId}/rules`,
  mark: 'extension',
  summary: 'Search rules',
  scopes: ['findings:read'],
  query: { q: text(500), limit: whole(1, 2000), cursor: text(200), sort: oneOf(['path', '-path']) },
})

export const getRule = operation({
  id: 'getRule',
  method: 'GET',
  path: `${byId}/rules/{rulePath}`,
  mark: 'extension',
  summary: 'Read a rule, its mode in each policy and its changes',
  scopes: ['findings:read'],
})
