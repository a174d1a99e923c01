import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '../errors.ts'
import type { ServerLimits } from '../limits.ts'
import { limitKey } from '../principal.ts'
import { admissionOf } from './authorize-request.ts'
import { BodyBudget } from './body-budget.ts'

/** The maximum size of a JSON body. Source: docs/api.md#limits. */
export const maxJsonBodySize = 1024 * 1024
/** The maximum size without authentication: a sign-in token is shorter. */
const maxUnknownBodySize = 16 * 1024

/**
 * Parses bodies after the caller is authenticated: a JSON body is read as bytes, and parsed when the whole request is
 * validated; a scanner's file is passed on as a stream and read as it arrives.
 */
export function addBodyParsers(app: FastifyInstance, limits: ServerLimits) {
  const budget = new BodyBudget(limits.bytesInFlight, limits.bytesOfCaller)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request, payload, done) => {
    if (request.routeOptions.config.operation?.upload) return done(null, payload)
    readBody(request, payload, budget, limits.jsonTime).then(
      (bytes) => done(null, bytes),
      (error: Error) => done(error, undefined),
    )
  })
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    for (const event of ['finish', 'close']) reply.raw.once(event, () => budget.release(request))
    reply.raw.once('finish', () => {
      // The rest of a rejected body is not read. A client that never finishes sending is disconnected.
      if (raw.complete) return
      const late = setTimeout(() => raw.destroy(), limits.timeToEnd).unref()
      raw.once('close', () => clearTimeout(late))
    })
  })
}

/** Reads a body within its limits. @param payload the request, or its decompressed stream. */
function readBody(
  request: FastifyRequest,
  payload: Readable,
  budget: BodyBudget,
  time: number,
): Promise<Buffer> {
  const principal = admissionOf(request)?.principal
  const isKnown = principal !== undefined && principal.scopes.length > 0
  const caller = isKnown ? limitKey(principal) : request.ip
  const maxBytes = isKnown ? maxJsonBodySize : maxUnknownBodySize
  const declared = Number(request.headers['content-length'] ?? 0)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const settle = (settled: () => void) => {
      clearTimeout(late)
      payload.off('data', onData).off('end', onEnd).off('error', onError)
      settled()
    }
    const refuse = (httpError: HttpError) =>
      settle(() => {
        // The rest is read and discarded.
        chunks.length = 0
        budget.release(request)
        payload.on('error', () => undefined).resume()
        reject(httpError)
      })
    const late = setTimeout(() => refuse(bodyTooSlow(time)), time)
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) return refuse(bodyTooLarge(maxBytes))
      if (!budget.reserve(request, caller, chunk.length)) return refuse(tooManyBodies())
      chunks.push(chunk)
    }
    const onEnd = () => settle(() => resolve(Buffer.concat(chunks)))
    const onError = (error: Error) => settle(() => reject(error))
    if (declared > maxBytes) return refuse(bodyTooLarge(maxBytes))
    payload.on('data', onData).once('end', onEnd).once('error', onError)
    // A decompressed stream is paused until it is resumed.
    payload.resume()
  })
}

const closeConnection = { connection: 'close' }
const bodyTooLarge = (maxBytes: number) =>
  new HttpError(413, `The body is larger than ${maxBytes} bytes.`, { headers: closeConnection })
const bodyTooSlow = (time: number) =>
  new HttpError(408, `The body did not arrive within ${time / 1000} seconds.`, { headers: closeConnection })
const tooManyBodies = () =>
  new HttpError(503, 'Too many uploads are in progress. Nothing was changed. Try again.', {
    headers: { ...closeConnection, 'retry-after': '5' },
  })
