import type { FastifyRequest } from 'fastify'
import type { HttpError } from './errors.ts'
import type { Principal } from './principal.ts'

/** A failed authentication. */
export interface FailedAttempt {
  by: 'token' | 'code' | 'invitation' | 'cookie' | 'single sign-on'
  /** The event of the audit log; null for none. */
  action: 'token.refused' | 'session.refused' | null
  /** The reason in the audit log; by default that of an unusable token, or that the credential is unknown. */
  reason?: string
  refusal: HttpError
}

/** Authenticates requests. Built by the tokens module, since it reads tokens and sessions. */
export interface Authenticator {
  /**
   * @throws HttpError 401 for missing, unknown, expired or revoked credentials, 403 for a token without Web API access,
   * 429 instead of 401 from the eleventh failure of an address in a minute.
   */
  authenticate(request: FastifyRequest): Promise<Principal>
  /**
   * Records a failed attempt for its address and the audit log.
   * @returns the error to answer with: the one of the attempt, or 429.
   */
  failed(request: FastifyRequest, attempt: FailedAttempt): Promise<HttpError>
  /** Writes recorded attempts that are not on disk yet. */
  settled(): Promise<void>
  /**
   * Watches the token, and the session if there is one, during a long-lived response. This does not count as use, so it
   * does not extend a session.
   * @param ended called when the credential becomes invalid: immediately if it is revoked, within 15 s if it expires.
   * @returns a function that stops the watch.
   */
  whileValid(principal: Principal, ended: () => void): () => void
  /** Must be called when a token or a session was ended. */
  logEndedSessions(): void
}
