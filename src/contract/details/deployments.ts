import type { OperationDetails } from '../operation.ts'

export const details = {
  listDeployments: {
    mark: 'named',
    summary: 'List the deployments that the token has access to',
  },
  getSettings: {
    mark: 'extension',
    summary: 'Read the settings of a deployment',
  },
  streamEvents: {
    mark: 'extension',
    summary: 'Stream changes as Server-Sent Events, resumable with `Last-Event-ID`',
    description:
      'Events: `finding.changed` with `{ count, ids, change }`, where `ids` is omitted above 200; `scan.completed`, `gate.evaluated`, `policy.changed`, `project.changed`, `sbom.changed` and `job.changed` with `{ id, change }`. `reset` means that events were missed and the client should reload its data. Changes within half a second are sent together.',
  },
} satisfies Record<string, OperationDetails>
