import type { Token } from '#contract/responses/deployments.ts'

/** A token and its secret, which exists only while the dialog is open. */
export interface CreatedToken {
  token: Token
  secret: string
}
