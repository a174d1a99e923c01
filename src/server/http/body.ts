import type { FastifyInstance } from 'fastify'
import { Refusal } from './errors.ts'

/** Bytes that a JSON body may have. Source: quality figures, "Safety". */
export const jsonBodyAtMost = 1024 * 1024

/**
 * Takes bodies as they come: bytes for JSON, which is read when the whole request is checked, and the stream itself
 * for a scanner's file, which is read as it arrives.
 */
export function takeBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request, payload, done) => {
    if (request.routeOptions.config.operation?.upload) return done(null, payload)
    collect(payload, Number(request.headers['content-length'] ?? 0), jsonBodyAtMost).then(
      (bytes) => done(null, bytes),
      (error: Error) => done(error, undefined),
    )
  })
}

/** `payload` is the request, or what inflates it. */
async function collect(payload: AsyncIterable<Buffer>, declared: number, most: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  if (declared <= most) {
    for await (const part of payload) {
      size += part.length
      if (size > most) break
      parts.push(part)
    }
  }
  if (declared > most || size > most) {
    throw new Refusal(413, `The body is larger than ${most} bytes.`, { headers: { connection: 'close' } })
  }
  return Buffer.concat(parts)
}
