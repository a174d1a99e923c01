import type { FastifyReply } from 'fastify'
import { HttpError } from '../errors.ts'

/**
 * Does work that may wait long for its turn before it answers. The connection is not idle meanwhile, and a client that goes
 * away leaves the queue.
 */
export async function whileWaiting<T>(
  { raw }: FastifyReply,
  work: (gone: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = new AbortController()
  const leave = () => gone.abort(new HttpError(400, 'The request was interrupted.'))
  if (raw.destroyed) leave()
  raw.once('close', leave)
  // An idle connection is closed only if nobody hears this.
  const stay = () => undefined
  raw.on('timeout', stay)
  try {
    return await work(gone.signal)
  } finally {
    raw.off('timeout', stay)
  }
}
