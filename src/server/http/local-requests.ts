import type { FastifyRequest } from 'fastify'
import { HttpError } from './errors.ts'

/**
 * Guards an address that is for the owner at the machine alone, over the socket; over the network it is answered as if
 * it were not there.
 */
export function assertLocal(isLocal: (request: FastifyRequest) => boolean) {
  return async (request: FastifyRequest) => {
    if (!isLocal(request)) throw new HttpError(404, 'Not found.')
  }
}
