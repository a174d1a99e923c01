import type { Readable } from 'node:stream'
import type { Authenticator } from '../authenticator.ts'
import { HttpError } from '../errors.ts'
import { limitKey, type Principal } from '../principal.ts'

/** Source: docs/api.md#rate-limits. */
const maxRunningExports = 10

/** The exports that are being streamed. */
export interface RunningExports {
  /**
   * Counts an export that begins.
   * @throws HttpError 429 if ten exports of the same token are running.
   */
  begin(principal: Principal): RunningExport
}

export interface RunningExport {
  /** Counts the export until its stream closes, and aborts the stream when the token or the session ends. */
  follow(stream: Readable): void
  /** Ends the count of an export without a stream. */
  end(): void
}

/** Counts the running exports of each token, of all kinds. */
export function countExports(authenticator: Authenticator): RunningExports {
  const running = new Map<string, number>()
  return {
    begin(principal) {
      const key = limitKey(principal)
      const count = running.get(key) ?? 0
      if (count >= maxRunningExports) {
        throw new HttpError(
          429,
          `${maxRunningExports} exports of this token are running. Wait until one has finished.`,
          {
            headers: { 'retry-after': '10' },
          },
        )
      }
      running.set(key, count + 1)
      const end = () => {
        const remaining = (running.get(key) ?? 1) - 1
        if (remaining > 0) running.set(key, remaining)
        else running.delete(key)
      }
      return {
        end,
        follow(stream) {
          const stop = authenticator.whileValid(principal, () =>
            stream.destroy(new Error('The token or session of the export ended.')),
          )
          stream.once('close', () => {
            stop()
            end()
          })
        },
      }
    },
  }
}
