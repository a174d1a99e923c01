import { type ErrorKind, explain } from '#api/http/errors.ts'
import { isReachable, onReachable, onSignedIn } from '#api/http/signals.ts'

/** Errors that end on their own or by signing in. */
export type Obstacle = Extract<ErrorKind, 'offline' | 'expired'>

/** Resolves once the service responds again. */
function waitForService(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = onReachable(() => {
    if (!isReachable()) return
    stop()
    resolve()
  })
  return promise
}

/** Resolves with the person who signed in. */
function signedIn(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const stop = onSignedIn((person) => {
    stop()
    resolve(person)
  })
  return promise
}

/** Resolves when the signal is aborted. */
function waitForAbort(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => resolve(), { once: true })
  return promise
}

/**
 * Sends a request, and sends it again after the connection is restored or the person has signed in again.
 * @param person the sender: it is not sent if another person signs in.
 * @param signal aborts the waiting, but not a request that was already sent. @param onWaiting called each time it
 * waits.
 * @returns the service's response; rejects if the service rejected it, another person signed in, or the waiting was
 * aborted.
 */
export async function sendUntilAnswered<Answer>(
  send: () => Promise<Answer>,
  person: string | undefined,
  signal: AbortSignal,
  onWaiting: (hindrance: Obstacle) => void,
): Promise<Answer> {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      const { kind } = explain(error)
      if ((kind !== 'offline' && kind !== 'expired') || signal.aborted) throw error
      // Waiting starts before the callback is called, so that no event in between is missed.
      const back = kind === 'offline' ? waitForService() : signedIn()
      onWaiting(kind)
      const who = await Promise.race([back, waitForAbort(signal)])
      if (signal.aborted || (typeof who === 'string' && who !== person)) throw error
    }
  }
}
