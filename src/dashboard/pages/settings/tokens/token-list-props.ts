import type { Token } from '#contract/responses/deployments.ts'

/** The props of the tokens table and cards. */
export interface TokenListProps {
  deployment: string
  tokens: readonly Token[]
  now: Date
  onRevoke: (token: Token) => void
  /** Called instead of disabling access if that would sign this person out. */
  onSwitchOff: (token: Token) => void
}
