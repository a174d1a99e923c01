import { byId, operation, prefix } from '../operation.ts'

export const listDeployments = operation({
  id: 'listDeployments',
  method: 'GET',
  path: `${prefix}/deployments`,
  mark: 'named',
  summary: 'List the deployments that the token has access to',
  scopes: ['findings:read'],
})

export const getSettings = operation({
  id: 'getSettings',
  method: 'GET',
  path: `${byId}/settings`,
  mark: 'extension',
  summary: 'Read the settings of a deployment',
  scopes: ['findings:read'],
})

export const streamEvents = operation({
  id: 'streamEvents',
  method: 'GET',
  path: `${byId}/events`,
  mark: 'extension',
  summary: 'Stream changes as Server-Sent Events, resumable with `Last-Event-ID`',
  description:
    'Events: `finding.changed` with `{ count, ids, change }`, where `ids` is omitted above 200; `scan.completed`, `policy.changed`, `project.changed`, `sbom.changed` and `job.changed` with `{ id, change }`. `reset` means that events were missed and the client should reload its data. Changes within half a second are sent together.',
  scopes: ['findings:read'],
  produces: 'text/event-stream',
  streams: true,
})
