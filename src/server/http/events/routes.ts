import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { streamEvents } from '#contract/operations/deployments.ts'
import { eventStreams } from '#server/base/telemetry/events.ts'
import { changesBetween } from '#server/changes/log.ts'
import type { Reader } from '#server/db/database.ts'
import { HttpError } from '#server/http/errors.ts'
import { countByToken } from '#server/http/limit-connections.ts'
import { limitKey, type Principal } from '#server/http/principal.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { Feed } from './feed.ts'
import { MessageBuilder, resetMessage } from './message.ts'

/** The limits of the streams, in milliseconds, bytes and numbers. */
export interface EventBounds {
  heartbeat: number
  /** The unread bytes after which a slow client is disconnected. */
  maxUnreadBytes: number
  streamsOfToken: number
}
const defaultBounds: EventBounds = { heartbeat: 15_000, maxUnreadBytes: 256 * 1024, streamsOfToken: 50 }

interface OpenStream {
  principal: Principal
  end: () => void
}

/**
 * The events of each deployment as Server-Sent Events. A stream ends when its token or session becomes invalid, when
 * the service stops, and when its client is too slow. Source: docs/api.md#events.
 */
export function eventRoutes(services: Services, bounds = defaultBounds): Route[] {
  const feeds = new Map<number, Feed>()
  const streams = new Set<OpenStream>()
  const feedOf = (deployment: Deployment) => {
    const known = feeds.get(deployment.id) ?? new Feed(deployment.change_number)
    feeds.set(deployment.id, known)
    return known
  }
  for (const deployment of services.deployments.all()) feedOf(deployment)
  services.onChange((change) => feeds.get(change.deploymentId)?.add(change))
  services.stopping.addEventListener('abort', () => {
    for (const stream of streams) stream.end()
    for (const feed of feeds.values()) feed.close()
  })

  function openStream(principal: Principal, reply: FastifyReply, feed: Feed): (text: string) => void {
    const { raw } = reply
    const end = () => raw.end()
    const stream = { principal, end }
    const write = writeTo(raw, bounds.maxUnreadBytes)
    const heartbeat = setInterval(() => write(':\n\n'), bounds.heartbeat)
    const stopWatching = services.authenticator.whileValid(principal, end)
    const stop = feed.listen(({ text }) => write(text))
    streams.add(stream)
    eventStreams.publish({ event: 'opened' })
    raw.once('close', () => {
      clearInterval(heartbeat)
      stopWatching()
      stop()
      streams.delete(stream)
      eventStreams.publish({ event: 'closed' })
    })
    return write
  }

  const demandRoom = (principal: Principal) => {
    const own = [...streams].filter((one) => limitKey(one.principal) === limitKey(principal))
    if (own.length >= bounds.streamsOfToken) {
      throw new HttpError(429, `${bounds.streamsOfToken} event streams of this token are open.`, {
        headers: { 'retry-after': '15' },
      })
    }
    if (services.stopping.aborted) {
      throw new HttpError(503, 'The service is shutting down.', { headers: { 'retry-after': '5' } })
    }
  }

  return [
    handle(streamEvents, async ({ deployment, principal, request, reply }) => {
      demandRoom(principal)
      const feed = feedOf(deployment)
      const last = request.headers['last-event-id']
      // The id may be of a change that another process has made.
      await services.follow(deployment.id)
      const { read } = services.database
      let opening: string
      let sent: number
      // Repeats, since events that are sent while the log is read would otherwise be missing.
      do {
        sent = feed.sent
        opening = await openingOf(read, deployment.id, feed, last)
      } while (feed.sent !== sent)
      // Other streams may have been opened meanwhile.
      demandRoom(principal)
      reply.header('content-type', 'text/event-stream; charset=utf-8').header('cache-control', 'no-store')
      // A buffering proxy would delay the events.
      reply.header('x-accel-buffering', 'no')
      // The end of a stream also closes its connection, so that none is open when the service stops.
      reply.header('connection', 'close')
      reply.hijack()
      reply.raw.writeHead(200, headersOf(reply))
      if (request.method === 'HEAD') {
        reply.raw.end()
        return
      }
      openStream(principal, reply, feed)(opening)
    }),
  ]
}

/** Writes to a client while it is connected; one that does not read is disconnected. Its token counts the connection. */
function writeTo(raw: ServerResponse, maxUnreadBytes: number): (text: string) => void {
  if (raw.socket) countByToken(raw.socket)
  return (text) => {
    if (raw.writableEnded || raw.destroyed) return
    raw.write(text)
    if (raw.writableLength <= maxUnreadBytes) return
    eventStreams.publish({ event: 'too_slow' })
    raw.destroy()
  }
}

/**
 * The first block of a stream. A client that sends the id of the last event it received gets the missed events from the
 * change log, or a `reset` if they are no longer stored.
 */
async function openingOf(
  reader: Reader,
  deploymentId: number,
  { sent, newest }: Feed,
  last: string | string[] | undefined,
): Promise<string> {
  if (last === undefined || last === '') return `retry: 2000\nid: ${sent}\n\n`
  const number = typeof last === 'string' && /^\d{1,15}$/.test(last) ? Number(last) : null
  const isKnown = number !== null && number <= newest
  if (isKnown && number >= sent) return ':\n\n'
  const changes = isKnown ? await changesBetween(reader, deploymentId, number, sent) : null
  if (changes === null) return resetMessage(sent).text
  const missed = new MessageBuilder()
  missed.add(changes)
  return `:\n\n${missed.message(sent)?.text ?? ''}`
}

/** The headers that the response would have had if Fastify had sent it. */
function headersOf(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )
}
