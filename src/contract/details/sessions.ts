import type { OperationDetails } from '../operation.ts'

export const details = {
  listSessions: {
    mark: 'extension',
    summary: "List the person's sessions",
    description:
      'Returns the active sessions of all tokens of the person in the deployment, most recently used first.',
  },
  endSession: {
    mark: 'extension',
    summary: "End one of the person's sessions",
  },
} satisfies Record<string, OperationDetails>
