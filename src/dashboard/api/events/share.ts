import { follow, type LiveState } from './follow.ts'
import type { StreamEvent } from './parse.ts'

/** A message from one tab to the others of the same deployment. */
type Message = { kind: 'event'; event: StreamEvent } | { kind: 'state'; state: LiveState } | { kind: 'who' }

interface Share {
  deployment: string
  /** The last change that the page is known to include. */
  shown: number | undefined
  onEvent: (event: StreamEvent) => void
  onState: (state: LiveState) => void
}

/**
 * Follows the events of a deployment with one connection per browser: the tab that holds the lock reads the events and
 * broadcasts them; when it closes another tab continues from there. Returns a function that stops it.
 */
export function shareEvents({ deployment, shown, onEvent, onState }: Share): () => void {
  const name = `gatehouse-events ${deployment}`
  const stop = new AbortController()
  const channel = new BroadcastChannel(name)
  let last = shown?.toString()
  let state: LiveState = 'connecting'
  let reads = false

  const take = (event: StreamEvent) => {
    last = event.id ?? last
    onEvent(event)
  }
  const show = (next: LiveState) => {
    if (state !== next) onState(next)
    state = next
  }
  const broadcast = (word: Message) => {
    // No messages are sent after the end.
    if (!stop.signal.aborted) channel.postMessage(word)
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'event') take(data.event)
    else if (data.kind === 'state') show(data.state)
    else if (reads) broadcast({ kind: 'state', state })
  }
  const read = async () => {
    reads = true
    await follow({
      deployment,
      last,
      signal: stop.signal,
      onEvent: (event) => {
        take(event)
        broadcast({ kind: 'event', event })
      },
      onState: (answer) => {
        // Another tab had the connection before this one.
        const next = answer === 'connecting' && state !== 'connecting' ? 'reconnecting' : answer
        if (next !== state) broadcast({ kind: 'state', state: next })
        show(next)
      },
    })
  }
  broadcast({ kind: 'who' })
  // Without the Web Locks API, as over plain http except on localhost, each tab opens its own connection.
  if ('locks' in navigator) {
    navigator.locks.request(name, { signal: stop.signal }, read).catch(() => undefined)
  } else void read()
  return () => {
    stop.abort()
    channel.close()
  }
}
