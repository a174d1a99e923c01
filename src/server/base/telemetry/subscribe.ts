import type { TracingChannel } from 'node:diagnostics_channel'

/** What a tracing channel adds to a report. */
interface Ended {
  error?: unknown
}

/**
 * Calls `listener` when reported work has ended; `error` is set if it failed. The listener must not throw.
 * @returns a function that stops it.
 */
export function onEnd<C extends object>(
  channel: TracingChannel<unknown, C>,
  listener: (report: C & Ended) => void,
): () => void {
  const ignore = () => undefined
  const subscribers = { start: ignore, end: ignore, asyncStart: ignore, asyncEnd: listener, error: ignore }
  channel.subscribe(subscribers)
  return () => void channel.unsubscribe(subscribers)
}
