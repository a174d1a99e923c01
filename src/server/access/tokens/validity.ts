import type { Database, Reader } from '#server/db/database.ts'
import { HttpError } from '#server/http/errors.ts'
import { type Principal, seesDeployment } from '#server/http/principal.ts'
import { sessionPrincipal, tokenPrincipal } from './person-access.ts'
import { isExpired } from './sessions/sessions.ts'
import { unusableReason } from './token.ts'

/** How often a long-lived response checks its token or session, in milliseconds. */
const recheckInterval = 15_000
/** The hint that access has ended; no deployment has this id. */
const accessEnded = 0

/**
 * Whether the token of a principal, its session and its person, if it has them, are still valid. Does not count as use.
 * @param issuer the provider of single sign-on; null for none.
 */
export async function isValid(
  reader: Reader,
  { tokenId, sessionId, personId, deploymentId }: Principal,
  now: number,
  issuer: string | null,
): Promise<boolean> {
  try {
    if (tokenId !== null) {
      const token = await reader.selectFrom('token').selectAll().where('id', '=', tokenId).executeTakeFirst()
      if (!token || unusableReason(token, now)) return false
      await tokenPrincipal(reader, token)
    } else if (personId !== null && sessionId !== null) {
      const current = await sessionPrincipal(reader, { id: sessionId, person_id: personId }, issuer)
      if (!stillSees(current, deploymentId)) return false
    }
  } catch (error) {
    if (error instanceof HttpError) return false
    throw error
  }
  if (sessionId === null) return true
  const session = await reader
    .selectFrom('session')
    .select(['created_at', 'last_seen_at'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return session !== undefined && !isExpired(session, now)
}

/** Whether a person still has a role in the deployment of a response, or in all. */
const stillSees = (current: Principal, deploymentId: number | null) =>
  deploymentId === null ? current.deploymentId === null : seesDeployment(current, deploymentId)

/** Watches principals during long-lived responses, and notifies when one is no longer valid. */
export class ValidityWatches {
  readonly #isValid: (principal: Principal) => Promise<boolean>
  readonly #checks = new Set<() => void>()

  constructor(check: (principal: Principal) => Promise<boolean>) {
    this.#isValid = check
  }

  /**
   * Checks at intervals, and at `checkAll`.
   * @returns a function that stops the watch.
   */
  watch(principal: Principal, onEnd: () => void): () => void {
    const check = () =>
      void this.#isValid(principal).then(
        (valid) => {
          if (valid || !this.#checks.has(check)) return
          stop()
          onEnd()
        },
        // A database that cannot be read does not make the token invalid.
        () => undefined,
      )
    const timer = setInterval(check, recheckInterval).unref()
    const stop = () => {
      clearInterval(timer)
      this.#checks.delete(check)
    }
    this.#checks.add(check)
    return stop
  }

  /** Checks when another process says that access has ended. */
  follow(database: Database): void {
    database.onHint((hint) => {
      if (hint === accessEnded) this.checkAll()
    })
  }

  /** Checks in all processes. */
  checkEverywhere(database: Database): void {
    this.checkAll()
    database.hint(accessEnded)
  }

  checkAll(): void {
    for (const check of this.#checks) check()
  }
}
