import type { FastifyRequest } from 'fastify'
import type { Principal } from './principal.ts'

/** Finds out who asks. Built by the tokens' room, since it reads tokens and sessions. */
export interface Authenticator {
  /**
   * @throws Refusal 401 for no, unknown, expired or revoked credentials, 403 for a token without Web API access,
   * 429 for an address that sent too many wrong tokens.
   */
  authenticate(request: FastifyRequest): Promise<Principal>
  /** Whether the token, and the session if it was one, still stands. It notes no use, so that nothing is kept alive. */
  stillValid(principal: Principal): Promise<boolean>
  /** Tells that a token or a session ended, for answers that last. */
  sayEnded(): void
  /** Calls back after each `sayEnded`. */
  onEnded(listener: () => void): void
}
