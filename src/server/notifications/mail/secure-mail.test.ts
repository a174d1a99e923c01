import { expect, it } from 'vitest'
import { testCertificate } from '../testing/certificate.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { sendMail } from './send-mail.ts'

const user = { name: 'gatehouse', password: 'p@ss word' }
const mail = {
  id: 'msg_1',
  to: 'team@acme.example',
  subject: 'Hello',
  text: 'Text',
  unsubscribeUrl: 'https://gatehouse.example/unsubscribe?key=1',
}

const send = (port: number, given: typeof user | null) =>
  sendMail(
    { host: '127.0.0.1', port, isTlsFromStart: false, user: given, from: 'gatehouse@acme.example' },
    mail,
  )

it('begins TLS with STARTTLS, and signs in', async () => {
  const server = await startMailServer({ tls: testCertificate({ trusted: true }), user })
  expect(await send(server.port, user)).toMatchObject({ status: 250, error: null })
  expect(server.received).toMatchObject([{ to: ['team@acme.example'], secure: true }])
})

it('says in words that the password is wrong, and tries again', async () => {
  const server = await startMailServer({ tls: testCertificate({ trusted: true }), user })
  const answer = await send(server.port, { ...user, password: 'wrong' })
  expect(answer).toMatchObject({
    status: 535,
    error: 'The mail server refused the user name or the password of GATEHOUSE_SMTP_URL (535).',
    isFinal: false,
  })
  expect(JSON.stringify(answer)).not.toMatch(/gatehouse"|wrong/)
  expect(server.received).toEqual([])
})

it('sends no password without TLS', async () => {
  const server = await startMailServer({ user })
  expect(await send(server.port, user)).toMatchObject({
    error: 'The mail server has no TLS, without which no password is sent.',
    isFinal: false,
  })
  expect(server.received).toEqual([])
})

it('sends nothing to a server whose certificate is not trusted, or that wants a sign-in that is not set', async () => {
  const untrusted = await startMailServer({ tls: testCertificate({ trusted: false }), user })
  expect(await send(untrusted.port, user)).toMatchObject({
    error: 'The certificate of the mail server is not valid, or this machine does not trust it.',
    isFinal: false,
  })
  const server = await startMailServer({ tls: testCertificate({ trusted: true }), user })
  expect(await send(server.port, null)).toMatchObject({
    status: 530,
    error: 'The mail server needs TLS or a sign-in (530).',
  })
  expect([...untrusted.received, ...server.received]).toEqual([])
})
