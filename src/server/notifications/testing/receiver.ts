import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A message as a receiver gets it. */
export interface ReceivedMessage {
  headers: IncomingHttpHeaders
  body: string
  /** The body as JSON. */
  json: { type: string; timestamp: string; data: Record<string, unknown> & { title: string } }
}

/** What a receiver answers. */
export interface ReceiverAnswer {
  status: number
  body?: string
  headers?: Record<string, string>
}

/** A receiver of webhooks on this machine, closed when the test ends. */
export async function startReceiver(): Promise<{
  url: string
  received: ReceivedMessage[]
  /** What it answers from now on. */
  answer(given: ReceiverAnswer): void
}> {
  const received: ReceivedMessage[] = []
  let answer: ReceiverAnswer = { status: 204 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      received.push({ headers: request.headers, body, json: JSON.parse(body) })
      response.writeHead(answer.status, answer.headers).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  // parse: a server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer: (given) => {
      answer = given
    },
  }
}
