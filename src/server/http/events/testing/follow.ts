import { onTestFinished } from 'vitest'
import { token } from '#server/testing/stress/promises.ts'
import { eventsOf, type Told } from './events-of.ts'

/** Follows the events of the first deployment of a service. @param last the id after which they begin. */
export async function follow({ base }: { base: string }, last?: string) {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const answer = await fetch(`${base}/api/v1/deployments/main/events`, {
    signal: stop.signal,
    headers: {
      authorization: `Bearer ${token}`,
      ...(last === undefined ? {} : { 'last-event-id': last }),
    },
  })
  if (!answer.body) throw new Error('there is no stream')
  const events = eventsOf(answer.body)
  return {
    stop,
    // The runtime cancels a stream that nobody reads yet once its response is no longer referred to.
    answer,
    async next(): Promise<Told> {
      const { value } = await events.next()
      if (!value) throw new Error('the stream ended')
      return value
    },
  }
}
