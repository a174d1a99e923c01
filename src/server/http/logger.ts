import pino, { type DestinationStream, type Logger } from 'pino'

/** Parts of addresses that open something by themselves and so belong in no log. */
const secretParts = /(\/sbom\/download\/)[^/?]+/
/** What is asked for may be anything: the title of a commit that takes out a password, or the words of a search. */
const queryValues = /([?&][^=&]*=)[^&]+/g

/** The service's log: one JSON line for each event, without headers, bodies and secrets. */
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
