import { streamEvents } from '#contract/operations/deployments.ts'
import { isExpired, kindOf } from '../http/errors.ts'
import { common } from '../http/prefetch.ts'
import { notifySessionExpired } from '../http/signals.ts'
import { urlOf } from '../http/url.ts'
import { createEventReader, type StreamEvent } from './parse.ts'

/**
 * connecting: there was no connection yet; live: connected; reconnecting: the connection was lost and is being restored;
 * off: the service has no events, or nobody is signed in.
 */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'off'

interface Follow {
  deployment: string
  /** Resumes after this event. */
  last: string | undefined
  onEvent: (event: StreamEvent) => void
  onState: (state: LiveState) => void
  signal: AbortSignal
}

/** The service sends a keep-alive every 15 seconds. */
const silence = 40_000
const longestDelay = 30_000

const delay = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })

/** Follows the events of a deployment until `signal` is aborted, and reconnects whenever the connection is lost. */
export async function follow({ deployment, last, onEvent, onState, signal }: Follow): Promise<void> {
  let newest = last
  let failures = 0
  let wasOpen = false
  while (!signal.aborted) {
    const state = await readOnce({
      ...{ deployment, last: newest, signal },
      onOpen: () => {
        wasOpen = true
      },
      onEvent: (event) => {
        failures = 0
        onState('live')
        if (event.id !== undefined) newest = event.id
        if (event.name !== '') onEvent(event)
      },
    })
    if (signal.aborted) return
    onState(state === 'lost' ? (wasOpen ? 'reconnecting' : 'connecting') : state)
    failures += 1
    // Retried, because somebody may sign in again or a newer service may have events.
    const wait = state === 'off' ? longestDelay : Math.min(longestDelay, 500 * 2 ** failures)
    await delay(wait * (0.75 + Math.random() / 2), signal)
  }
}

/** Reads one connection to its end. Returns what that end means. */
async function readOnce({
  deployment,
  last,
  signal,
  onOpen,
  onEvent,
}: Omit<Follow, 'onState'> & { onOpen: () => void }): Promise<'lost' | 'off'> {
  const silenceTimer = new AbortController()
  let timer = setTimeout(() => silenceTimer.abort(), silence)
  try {
    const response = await fetch(urlOf(streamEvents, { deploymentId: deployment }), {
      ...common,
      cache: 'no-store',
      headers: { accept: 'text/event-stream', ...(last === undefined ? {} : { 'last-event-id': last }) },
      signal: AbortSignal.any([signal, silenceTimer.signal]),
    })
    // A page without requests notices it only here.
    if (isExpired(response)) notifySessionExpired()
    if (!response.ok || !response.body) return kindOf(response) === 'failed' ? 'lost' : 'off'
    onOpen()
    const read = createEventReader()
    const decoder = new TextDecoder()
    const reader = response.body.getReader()
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(() => silenceTimer.abort(), silence)
      for (const event of read(decoder.decode(piece.value, { stream: true }))) onEvent(event)
    }
  } catch {
    // The connection was lost and is opened again.
  } finally {
    clearTimeout(timer)
  }
  return 'lost'
}
