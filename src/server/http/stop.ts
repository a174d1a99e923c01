import type { FastifyInstance } from 'fastify'
import { HttpError, sendProblem } from './errors.ts'

/** How a service stops: first it says so, then it refuses requests. */
export interface Stop {
  /** Answers `/readyz` with 503 and closes connections after their response, but still answers all requests. */
  announce(): void
  /** Whether all requests but `/healthz` are answered with 503. */
  setDraining(draining: boolean): void
}

/** Adds what a stop changes about requests. */
export function addStop(server: FastifyInstance): Stop {
  let isDraining = false
  let isAnnounced = false
  server.addHook('onRequest', async (request, reply) => {
    const { url } = request.routeOptions
    if (isDraining && url !== '/healthz') throw isStopping()
    // Nothing has failed, so that it is not logged as an error.
    if (isAnnounced && url === '/readyz') return sendProblem(request, reply, isStopping())
    return undefined
  })
  server.addHook('onSend', async (_request, reply) => {
    // A keep-alive connection would delay the shutdown.
    if (isDraining || isAnnounced) reply.header('connection', 'close')
  })
  return {
    announce() {
      isAnnounced = true
    },
    setDraining(draining) {
      isDraining = draining
    },
  }
}

const isStopping = () =>
  new HttpError(503, 'The service is shutting down.', { headers: { 'retry-after': '5' } })
