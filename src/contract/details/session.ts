import type { OperationDetails } from '../operation.ts'

export const details = {
  ping: {
    mark: 'extension',
    summary: 'Check that the service responds',
  },
  getMe: {
    mark: 'extension',
    summary: 'Read the current user, their permissions and the counts of the navigation',
  },
  signOut: {
    mark: 'extension',
    summary: 'Sign out',
  },
} satisfies Record<string, OperationDetails>
