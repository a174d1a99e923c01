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
  signOutOfProvider: {
    mark: 'extension',
    summary: 'Sign out, and read where the session at the provider is ended',
    description:
      '`url` is the page at the provider that ends its session and returns to the sign-in page; null for sessions of tokens, and if the provider has no such page.',
  },
} satisfies Record<string, OperationDetails>
