import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { startTestService } from '#server/testing/service.ts'
import { codeFindings } from '../testing/upload.ts'

/** Sends a body in chunks over a real connection, to its end, as simple clients do before they read the answer. */
async function post(body: Iterable<Buffer>, headers: Record<string, string> = {}) {
  const service = await startTestService()
  const address = await service.server.listen({ host: '127.0.0.1', port: 0 })
  const sent = request(`${address}/api/v1/deployments/main/scans?project=acme/shop`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${service.token}`, ...headers },
  })
  const answered = once(sent, 'response')
  await pipeline(Readable.from(body), sent)
  const [response]: IncomingMessage[] = await answered
  return { status: response?.statusCode, text: response ? await text(response) : '', service }
}

function* chunks(first: string, count: number) {
  yield Buffer.from(first)
  for (let each = 0; each < count; each++) yield Buffer.alloc(64 * 1024, 32)
}

test('the sender of a wrong file hears why, though most of it is still on its way', async () => {
  const { status, text, service } = await post(chunks('{"results": [}', 100))
  expect(status).toBe(400)
  expect(JSON.parse(text)).toMatchObject({ detail: expect.stringContaining('Line 1') })
  expect(await codeFindings(service)).toEqual([])
})

test('the sender of a form hears how to send the file, though most of it is still on its way', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const { status, text, service } = await post(chunks('--x\r\n', 100), headers)
  expect(status).toBe(415)
  expect(JSON.parse(text)).toMatchObject({ detail: expect.stringContaining('curl --data-binary @') })
  expect(await codeFindings(service)).toEqual([])
})

test('a file without an announced length is refused once it is too large', async () => {
  const { status, text } = await post(chunks('{"results": [', 50 * 16))
  expect(status).toBe(413)
  expect(JSON.parse(text)).toMatchObject({ detail: 'The file is larger than 50 MB.' })
})
