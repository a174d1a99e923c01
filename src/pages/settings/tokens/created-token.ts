import type { Token } from '#contract/responses/deployments.ts'

/** A token and its secret, which is here as long as the dialog is open and nowhere else. */
export interface CreatedToken {
  token: Token
  secret: string
}
