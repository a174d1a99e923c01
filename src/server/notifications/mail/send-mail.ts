import type { MailConfig } from '#server/base/config/mail.ts'
import type { Answer } from '../address/post.ts'

/** How long the server may take for each step, in milliseconds. */
const timeout = 10_000
const maxAnswerLength = 1000

/** An e-mail. */
export interface Mail {
  /** The same for all attempts. */
  id: string
  to: string
  subject: string
  text: string
  /** Where the receiver ends the subscription, also by the button of a mail program. */
  unsubscribeUrl: string
}

/**
 * Sends an e-mail, over a connection of its own. The code of the library is loaded by the first.
 * @throws nothing: a failure is an answer.
 */
export async function sendMail(config: MailConfig, mail: Mail): Promise<Answer> {
  const from = performance.now()
  const answer = (status: number | null, text: string | null, error: string | null) => ({
    status,
    text: text?.replace(/\p{C}+/gu, ' ').slice(0, maxAnswerLength) ?? null,
    duration: Math.round(performance.now() - from),
    error,
    retryAfter: null,
  })
  try {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      host: config.host,
      port: config.port,
      secure: config.isTlsFromStart,
      requireTLS: config.user !== null,
      ...(config.user ? { auth: { user: config.user.name, pass: config.user.password } } : {}),
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      dnsTimeout: timeout,
      socketTimeout: timeout,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    const { response } = await transport.sendMail({
      from: { name: 'Gatehouse', address: config.from },
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      messageId: `<${mail.id}@${config.from.split('@').at(-1)}>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    })
    return answer(250, response, null)
  } catch (error) {
    const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : null
    const response = error instanceof Error && 'response' in error ? String(error.response) : null
    return { ...answer(code, response, reasonOf(error, code)), isFinal: isFinal(error, code) }
  }
}

/**
 * Whether a mail server refuses this message or its receiver for good. Any other answer, as to the sign-in, is about
 * the server, whose operator can mend it.
 */
function isFinal(error: unknown, status: number | null): boolean {
  if (status === null || status < 500 || status === 530 || !(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  const command = 'command' in error ? error.command : undefined
  return code === 'EMESSAGE' || (code === 'EENVELOPE' && command === 'RCPT TO')
}

/** A failure for people. Nothing that the library says is repeated, which may name the user of the server. */
function reasonOf(error: unknown, status: number | null): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const cause = error instanceof Error ? error.message : ''
  if (code === 'EAUTH' && status !== null)
    return `The mail server refused the user name or the password of GATEHOUSE_SMTP_URL (${status}).`
  if (code === 'EAUTH') return 'The mail server offers no sign-in that Gatehouse knows.'
  if (code === 'ETLS' || code === 'ESOCKET') {
    if (/certificate|altnames|self.signed/i.test(cause))
      return 'The certificate of the mail server is not valid, or this machine does not trust it.'
    if (code === 'ETLS') return 'The mail server has no TLS, without which no password is sent.'
  }
  if (status === 530) return 'The mail server needs TLS or a sign-in (530).'
  if (status !== null) return `The mail server answered ${status}.`
  return /^E[A-Z]+$/.test(code)
    ? `The mail server could not be reached (${code}).`
    : 'The e-mail could not be sent.'
}
