import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** How a mail server lets programs send. */
interface MailServerOptions {
  /** The key and certificate with which it begins TLS; without them it has none. */
  tls?: { key: string; cert: string }
  /** Whoever may send, after a sign-in that it accepts over TLS alone; everybody without it. */
  user?: { name: string; password: string }
}

/** A mail server on this machine, closed when the test ends. */
export async function startMailServer({ tls, user }: MailServerOptions = {}): Promise<{
  port: number
  /** The messages as they arrived. */
  received: { to: string[]; text: string; secure: boolean }[]
  /** Refuses recipients with this status from now on; accepts them with null. */
  refuse(status: number | null): void
  /** Refuses connections with this status from now on; accepts them with null. */
  refuseConnections(status: number | null): void
}> {
  const received: { to: string[]; text: string; secure: boolean }[] = []
  const refused: { recipients: number | null; connections: number | null } = {
    recipients: null,
    connections: null,
  }
  const faultOf = (status: number | null) =>
    status === null ? null : Object.assign(new Error('refused'), { responseCode: status })
  const server = new SMTPServer({
    ...tls,
    authOptional: user === undefined,
    disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(user ? [] : ['AUTH'])],
    onAuth: ({ username, password }, _session, done) =>
      username === user?.name && password === user?.password
        ? done(null, { user: username })
        : done(Object.assign(new Error('Wrong user name or password'), { responseCode: 535 })),
    onConnect: (_session, done) => done(faultOf(refused.connections)),
    onRcptTo: (_address, _session, done) => done(faultOf(refused.recipients)),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        received.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          text: decoded(text),
          secure: session.secure,
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  // parse: a server that listens on a port has such an address.
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    received,
    refuse: (status) => {
      refused.recipients = status
    },
    refuseConnections: (status) => {
      refused.connections = status
    },
  }
}

/** Without the line breaks and escapes of quoted-printable, and without folded headers. */
const decoded = (text: string) =>
  text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r\n[ \t]+/g, ' ')
    .replaceAll('\r\n', '\n')
