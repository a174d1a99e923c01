import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** The service's response. */
export interface SentRequest {
  status: number
  body: unknown
}

/** What sends requests to a service. */
export type Sender = Pick<Connection, 'isServed' | 'send'>

/** A connection of the owner to the service of a data folder: the running one, or one opened for this command only. */
export interface Connection {
  /** Whether a running service answers, as opposed to one opened for this command. */
  readonly isServed: boolean
  /** Sends a request for an operation; `payload` is JSON, or a stream of bytes, which may be of a media type. */
  send(method: string, path: string, payload?: Readable | object, mediaType?: string): Promise<SentRequest>
  /**
   * Requests a long response, which `save` reads.
   * @returns null, or the response if its status is not 200.
   */
  download(path: string, save: (content: Readable) => Promise<void>): Promise<SentRequest | null>
  close(): Promise<void>
}

/** The header that says what a payload is. A stream of no media type is a scanner's file. */
export function contentType(payload?: Readable | object, mediaType?: string): { 'content-type'?: string } {
  const isJson = payload !== undefined && !(payload instanceof Readable)
  const type = isJson ? 'application/json' : mediaType
  return type === undefined ? {} : { 'content-type': type }
}

/** Passes the content of a response on, or returns one with another status than 200. */
export async function saveResponse(
  status: number,
  content: Readable,
  save: (content: Readable) => Promise<void>,
) {
  if (status !== 200) return { status, body: parsed(await text(content)) }
  await save(content)
  return null
}

/** A body as JSON, or as it stands. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
