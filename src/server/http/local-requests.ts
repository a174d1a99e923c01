import type { FastifyRequest } from 'fastify'
import { HttpError } from './errors.ts'

/**
 * Restricts a route to the owner of the machine, over the socket; over the network it answers as if it did not exist.
 */
export function assertLocal(isLocal: (request: FastifyRequest) => boolean) {
  return async (request: FastifyRequest) => {
    if (!isLocal(request)) throw new HttpError(404, 'Not found.')
  }
}
