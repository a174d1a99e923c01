import * as z from 'zod/mini'
import { type OperationDetails, scopes } from '../operation.ts'

import { nameText } from '../parameters/name.ts'
import { listOf } from '../parameters/query.ts'
import { roles } from '../vocabulary.ts'

const tokenName = nameText(100, 1)

export const createTokenBody = z.object({
  name: tokenName,
  person: z.optional(z.nullable(tokenName)),
  machine: z.optional(z.boolean().register(z.globalRegistry, { default: false })),
  role: z.optional(z.enum(roles)),
  scopes: z.optional(listOf(z.enum(scopes), 100, 1)),
  projects: z.optional(z.nullable(listOf(nameText(500, 1), 100, 1))),
  expiresAt: z.optional(z.nullable(z.string().check(z.iso.datetime({ offset: true })))),
  webApiEnabled: z.optional(z.boolean().register(z.globalRegistry, { default: false })),
  compatibleAnswers: z.optional(z.boolean().register(z.globalRegistry, { default: false })),
})

export const patchTokenBody = z.object({
  name: z.optional(tokenName),
  webApiEnabled: z.optional(z.boolean()),
})

export const details = {
  listTokens: {
    mark: 'extension',
    summary: 'List the tokens of a deployment, without their secrets',
    description:
      'A token with access to all deployments also lists the other tokens with that access, including `GATEHOUSE_TOKEN`. They can be changed and revoked like any other.',
  },
  createToken: {
    mark: 'extension',
    summary: 'Create a token; its secret is returned only once',
    description:
      'Set either `role` or `scopes`. `person` defaults to the name of the token; a `machine` token has no person and cannot sign in to the dashboard. A token with access to one deployment cannot name a person who is known outside of it (403). Requests with the token are refused until `webApiEnabled` is true. `projects` restricts a token whose only scope is `scans:write` to projects, by their names: it sends their scans and reads their verdicts, and nothing of other projects. The names cannot be changed later. `compatibleAnswers` gives the token the answers that existing clients of other services read: `listFindings` also has `findings`, with names of fields in snake case, and takes `issue_type` twice and a `page_size` from 1; `listPolicies` leaves out policies of supply chain; `listSecrets` has no null in place of a text. It cannot be changed later, and sessions of the token do not have it.',
    body: createTokenBody,
  },
  patchToken: {
    mark: 'extension',
    summary: 'Enable or disable Web API access of a token, or rename it',
    description: 'Disabling access ends the sessions, event streams and exports of the token.',
    body: patchTokenBody,
  },
  revokeToken: {
    mark: 'extension',
    summary: 'Revoke a token; its sessions, event streams and exports end',
  },
} satisfies Record<string, OperationDetails>
