import type { Token } from '#contract/responses/deployments.ts'

/** What the table and the cards of tokens are told. */
export interface TokenListProps {
  deployment: string
  tokens: readonly Token[]
  now: Date
  onRevoke: (token: Token) => void
  /** Asked in place of switching access off, where that would sign this person out. */
  onSwitchOff: (token: Token) => void
}
