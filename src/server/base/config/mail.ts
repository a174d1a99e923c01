/** The server that sends e-mail. Source: docs/operating.md#e-mail. */
export interface MailConfig {
  host: string
  port: number
  /** Whether TLS begins with the connection; otherwise it begins with `STARTTLS` if the server offers it. */
  isTlsFromStart: boolean
  /** Null without a sign-in; with one, TLS is required. */
  user: { name: string; password: string } | null
  /** The address that messages are from. */
  from: string
}

type Read = (name: string) => string | null
type Wrong = (name: string, may: string) => never

/** An address of e-mail that needs no quotes. */
export const isMailAddress = (text: string): boolean =>
  text.length <= 254 && /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/.test(text)

/**
 * Reads the server that sends e-mail; null if none is set.
 * @param wrong throws ConfigFault with the allowed values.
 */
export function readMailConfig(read: Read, wrong: Wrong): MailConfig | null {
  const text = read('GATEHOUSE_SMTP_URL')
  const from = read('GATEHOUSE_MAIL_FROM')
  if (text === null) {
    return from === null ? null : wrong('GATEHOUSE_MAIL_FROM', 'needs GATEHOUSE_SMTP_URL; set both or none')
  }
  const url = URL.parse(text)
  if (
    !url ||
    !/^smtps?:$/.test(url.protocol) ||
    url.hostname === '' ||
    !/^\/?$/.test(url.pathname) ||
    url.search
  )
    return wrong(
      'GATEHOUSE_SMTP_URL',
      'must be a URL such as smtp://user:password@mail.example:587 or smtps://…',
    )
  if (from === null || !isMailAddress(from))
    return wrong('GATEHOUSE_MAIL_FROM', 'must be an address such as gatehouse@acme.example')
  const user = userOf(url)
  if (user === undefined)
    return wrong('GATEHOUSE_SMTP_URL', 'must escape % in the user name and the password as %25')
  const isTlsFromStart = url.protocol === 'smtps:'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isTlsFromStart ? 465 : 587) : Number(url.port),
    isTlsFromStart,
    user,
    from,
  }
}

/** The sign-in in a URL, null for none; undefined if its escapes are not valid. */
function userOf({ username, password }: URL): MailConfig['user'] | undefined {
  if (username === '') return null
  try {
    return { name: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    return undefined
  }
}
