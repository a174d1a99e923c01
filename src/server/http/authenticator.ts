import type { FastifyRequest } from 'fastify'
import type { HttpError } from './errors.ts'
import type { Principal } from './principal.ts'

/** Somebody who was not let in. */
export interface FailedAttempt {
  by: 'token' | 'code' | 'cookie'
  /** The event of the audit log; null for none. */
  action: 'token.refused' | 'session.refused' | null
  refusal: HttpError
}

/** Finds out who asks. Built by the tokens' room, since it reads tokens and sessions. */
export interface Authenticator {
  /**
   * @throws HttpError 401 for no, unknown, expired or revoked credentials, 403 for a token without Web API access,
   * 429 in place of 401 from the eleventh failure of an address in a minute.
   */
  authenticate(request: FastifyRequest): Promise<Principal>
  /**
   * Notes a failed attempt for its address and the audit log.
   * @returns what to answer: the refusal of the attempt, or 429.
   */
  failed(request: FastifyRequest, attempt: FailedAttempt): HttpError
  /** Writes what is noted and not on disk yet. */
  settled(): Promise<void>
  /**
   * Watches the token, and the session if it was one, during an answer that lasts. It notes no use, so that nothing is
   * kept alive.
   * @param ended called once neither stands any more: at once where somebody ends them, within 15 s where their time is over.
   * @returns the way to stop.
   */
  whileValid(principal: Principal, ended: () => void): () => void
  /** Tells that a token or a session ended. */
  logEndedSessions(): void
}
