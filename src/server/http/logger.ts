import pino, { type DestinationStream, type Logger } from 'pino'

/** Parts of URLs that are secrets and must not be logged. */
const secretParts = /(\/sbom\/download\/)[^/?]+/
/** Query values may contain secrets, such as the title of a commit that removes a password, or a search text. */
const queryValues = /([?&][^=&]*=)[^&]+/g

/** The service's log: one JSON line per event, without headers, bodies and secrets. */
export function createLogger(level: string, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: {
        req: (request: { method: string; url: string; ip?: string }) => ({
          method: request.method,
          url: request.url.replace(secretParts, '$1…').replace(queryValues, '$1…'),
          ip: request.ip,
        }),
        res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
        err: pino.stdSerializers.err,
      },
    },
    destination,
  )
}
