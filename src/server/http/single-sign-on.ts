import type { SingleSignOnConfig } from '#server/base/config/single-sign-on.ts'

/** Who signed in at the provider. */
export interface Identity {
  /** Together they identify a person. */
  issuer: string
  subject: string
  /** In lower case; null if the provider has not verified it. */
  email: string | null
  /** Names that the provider proposes, as they were sent. */
  names: readonly string[]
  groups: readonly string[]
}

/** A sign-in that the provider has confirmed. */
export interface ConfirmedSignIn {
  identity: Identity
  /** Names the session at the provider, to end it; null if it is too long to be kept. */
  idToken: string | null
  /** The page to return to, as it was requested. */
  to: string
}

/** Signs people in at an OpenID Connect provider. Source: docs/decisions/0068-people.md. */
export interface SingleSignOn {
  readonly config: SingleSignOnConfig
  /**
   * Starts a sign-in.
   * @param to the page to return to.
   * @returns the URL at the provider, and what the browser has to keep until it returns.
   * @throws HttpError 503 if the provider cannot be reached.
   */
  begin(to: string): Promise<{ url: string; flow: string }>
  /**
   * Verifies the answer of the provider.
   * @param flow what the browser has kept.
   * @param query the query string with which the browser returned.
   * @throws HttpError 401 if the answer is not valid for this browser, 503 if the provider cannot be reached.
   */
  finish(flow: string | undefined, query: string): Promise<ConfirmedSignIn>
  /** The URL that ends the session at the provider; null if it has none or cannot be reached. */
  signOutUrl(idToken: string | null): Promise<string | null>
}
