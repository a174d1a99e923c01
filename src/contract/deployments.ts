import * as z from 'zod/mini'
import { byId, operation, prefix, scopes } from './operation.ts'
import { someOf, text, whole } from './query.ts'
import { roles } from './vocabulary.ts'

export const listDeployments = operation({
  id: 'listDeployments',
  method: 'GET',
  path: `${prefix}/deployments`,
  mark: 'named',
  summary: 'List the deployments that the token may see',
  scopes: ['findings:read'],
})

export const listTokens = operation({
  id: 'listTokens',
  method: 'GET',
  path: `${byId}/tokens`,
  mark: 'extension',
  summary: 'List the tokens of a deployment, without their secrets',
  scopes: ['admin'],
})

const tokenName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(100),
    z.regex(/^\P{Cc}*$/u, { error: 'holds a control character' }),
  )

export const createToken = operation({
  id: 'createToken',
  method: 'POST',
  path: `${byId}/tokens`,
  mark: 'extension',
  summary: 'Make a token; its secret is answered this once',
  description:
    'Give a `role` or `scopes`, not both. `person` is the name of the token where not given; a `machine` has none and cannot sign in to the dashboard. Without `webApiEnabled` the token opens nothing yet.',
  scopes: ['admin'],
  body: z.object({
    name: tokenName,
    person: z.optional(z.nullable(tokenName)),
    machine: z.optional(z.boolean()),
    role: z.optional(z.enum(roles)),
    scopes: z.optional(z.array(z.enum(scopes)).check(z.minLength(1))),
    expiresAt: z.optional(z.nullable(z.string().check(z.iso.datetime({ offset: true })))),
    webApiEnabled: z.optional(z.boolean()),
  }),
  success: 201,
  stale: ['tokens', 'audit'],
})

export const patchToken = operation({
  id: 'patchToken',
  method: 'PATCH',
  path: `${byId}/tokens/{id}`,
  mark: 'extension',
  summary: 'Switch Web API access of a token, or rename it',
  description: 'Where access is switched off, the sessions and event streams of the token end.',
  scopes: ['admin'],
  body: z.object({ name: z.optional(tokenName), webApiEnabled: z.optional(z.boolean()) }),
  stale: ['tokens', 'sessions', 'audit'],
})

export const revokeToken = operation({
  id: 'revokeToken',
  method: 'DELETE',
  path: `${byId}/tokens/{id}`,
  mark: 'extension',
  summary: 'Revoke a token; its sessions and event streams end',
  scopes: ['admin'],
  success: 204,
  stale: ['tokens', 'sessions', 'audit'],
})

export const getSettings = operation({
  id: 'getSettings',
  method: 'GET',
  path: `${byId}/settings`,
  mark: 'extension',
  summary: 'Read the settings of a deployment',
  scopes: ['findings:read'],
})

export const updateSettings = operation({
  id: 'updateSettings',
  method: 'PATCH',
  path: `${byId}/settings`,
  mark: 'extension',
  summary: 'Change the settings of a deployment',
  description:
    'In `ticketUrlTemplate` the names {title}, {rule}, {severity}, {project}, {path}, {line}, {url} and {ids} stand for what a finding says, each escaped for an address.',
  scopes: ['admin'],
  body: z.object({ ticketUrlTemplate: z.optional(z.nullable(z.string().check(z.maxLength(2000)))) }),
  stale: ['settings', 'audit'],
})

const auditFilter = {
  actor: text(200),
  action: text(100),
  target: text(500),
  since: text(40),
  until: text(40),
}

export const listAudit = operation({
  id: 'listAudit',
  method: 'GET',
  path: `${byId}/audit`,
  mark: 'extension',
  summary: 'List what was done, by whom, newest first',
  description:
    '`actor` is a whole name, `action` a resource and a verb (`token.made`) or a resource alone, `target` a part of what it was done to. `since` and `until` take epoch seconds or ISO 8601; `since` is the first instant, `until` the one after the last. `cursor` is empty at the end; `X-Total-Count` has the number of all that match. With `include=facets` also how many there are by actor and by action, at most 100 of each.',
  scopes: ['admin'],
  query: {
    ...auditFilter,
    cursor: text(40),
    limit: whole(1, 500),
    include: someOf(['facets']),
  },
})

export const exportAudit = operation({
  id: 'exportAudit',
  method: 'GET',
  path: `${byId}/audit/export`,
  mark: 'extension',
  summary: 'Export the audit log of a filter as CSV, streamed',
  description:
    'The filters are those of the list; newest first. `X-Total-Count` has the number of events. CSV as in the export of findings, with `detail` as JSON.',
  scopes: ['admin'],
  query: auditFilter,
  produces: 'text/csv',
  streams: true,
})

export const streamEvents = operation({
  id: 'streamEvents',
  method: 'GET',
  path: `${byId}/events`,
  mark: 'extension',
  summary: 'Follow what changes, as Server-Sent Events, resumable with `Last-Event-ID`',
  description:
    '`finding.changed` with `{ count, ids, change }`, where `ids` is left out above 200; `scan.completed`, `policy.changed`, `project.changed`, `sbom.changed` and `job.changed` with `{ id, change }`. `reset` means that events were missed: ask for everything again. Changes within half a second come together.',
  scopes: ['findings:read'],
  produces: 'text/event-stream',
  streams: true,
})
