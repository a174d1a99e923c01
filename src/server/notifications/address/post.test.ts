import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { post } from './post.ts'
import { addressRules } from './public-address.ts'

/** A receiver that answers with bytes. */
async function receive(answer: (socket: Socket) => void): Promise<URL> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => answer(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  // parse: a server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo
  return new URL(`http://hooks.example:${port}/`)
}

const send = (url: URL, more: Partial<Parameters<typeof post>[2]> = {}) =>
  post(
    url,
    { headers: { 'content-type': 'application/json' }, body: '{}' },
    {
      rules: addressRules(['127.0.0.1']),
      resolve: async () => ['127.0.0.1'],
      stopping: new AbortController().signal,
      timeout: 300_000,
      ...more,
    },
  )

it('connects to the address that was checked, which the name service may not give again', async () => {
  const url = await receive((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'))
  expect(await send(url)).toMatchObject({ status: 200, text: 'ok', error: null })
})

it('ends if the receiver never answers', async () => {
  const url = await receive(() => undefined)
  expect(await send(url, { timeout: 200 })).toMatchObject({
    status: null,
    error: expect.stringContaining('did not answer'),
  })
})

it('ends if the name service never answers', async () => {
  const never = () => new Promise<string[]>(() => undefined)
  expect(await send(new URL('https://hooks.example/'), { resolve: never, timeout: 200 })).toMatchObject({
    status: null,
    error: expect.stringContaining('did not answer'),
  })
})

it('ends if the receiver changes the protocol', async () => {
  const url = await receive((socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  )
  expect(await send(url)).toMatchObject({ status: null, error: expect.any(String) })
})

it('keeps the status of an answer that does not end, and the start of one that is large', async () => {
  const slow = await receive((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nok'))
  // Time for the status to come, on the slowest machine too.
  expect(await send(slow, { timeout: 3_000 })).toMatchObject({ status: 200, error: null })
  const large = await receive((socket) => {
    const write = () => {
      if (!socket.destroyed) socket.write('x'.repeat(65_536), write)
    }
    socket.write('HTTP/1.1 500 Broken\r\ncontent-length: 1000000000\r\n\r\n', write)
  })
  const { status, text } = await send(large)
  expect([status, text?.length]).toEqual([500, 1000])
})

it('ends if the header of an answer is too large', async () => {
  const url = await receive((socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`))
  expect(await send(url)).toMatchObject({ status: null, error: expect.any(String) })
})
