import { type ErrorKind, explain } from '#api/http/errors.ts'
import { isReachable, onReachable, onSignedIn } from '#api/http/signals.ts'

/** What keeps a request from being answered, and ends by itself or by signing in. */
export type Obstacle = Extract<ErrorKind, 'offline' | 'expired'>

/** Resolves once the service answers again. */
function waitForService(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = onReachable(() => {
    if (!isReachable()) return
    stop()
    resolve()
  })
  return promise
}

/** Resolves with who signed in. */
function signedIn(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const stop = onSignedIn((person) => {
    stop()
    resolve(person)
  })
  return promise
}

/** Resolves when the wait is given up. */
function waitForAbort(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => resolve(), { once: true })
  return promise
}

/**
 * Sends a request, and again after the connection came back or the person signed in again.
 * @param person who asks: somebody else who signs in does not send it.
 * @param signal gives up waiting; what is on its way is not touched. @param onWaiting hears each time it waits.
 * @returns what the service answered; rejects where it refused, somebody else signed in, or the wait was given up.
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
      // What waits begins before anybody is told, so that no answer comes in between.
      const back = kind === 'offline' ? waitForService() : signedIn()
      onWaiting(kind)
      const who = await Promise.race([back, waitForAbort(signal)])
      if (signal.aborted || (typeof who === 'string' && who !== person)) throw error
    }
  }
}
