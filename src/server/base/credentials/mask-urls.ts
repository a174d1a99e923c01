import { getOrCreate } from '#lib/get-or-create.ts'
import { mask } from './mask-source.ts'
import { isTokenLike, isValueLike } from './value-like.ts'

/** What ends the scheme of a URL, also where it is escaped in another one or in source. */
const separator = /:(?:\/{1,3}|(?:\\\/){2})|%3a(?:%2f){2}/gi
/** What ends a URL in a text. */
const urlEnd = /[\s"<>`]/g
/** What ends its part with the user and the host. */
const authorityEnd = /[/?#\\]/g
/** The same in a URL that is escaped in another one. */
const escapedEnd = /[/?#&\\@]|%2f|%3f|%23|%26|%40/gi

/** What closes a text in which a URL begins. */
const closing = new Map([
  ["'", "'"],
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
])

/** The longest scheme, before which a quote may stand. */
const maxScheme = 30

/**
 * Takes passwords, users that look like tokens, and values of parameters for credentials out of the URLs of a text.
 * `ssh://git@host` stays, and so do variables in place of a password. Linear in the text, and fast for one without URLs.
 * Source: docs/decisions/0140-credentials-in-urls.md
 */
export function maskUrls(text: string): string {
  // Most texts have none of these signs, and nothing finds that faster.
  const isEscaped = text.includes('%')
  const isAssigned = isEscaped || text.includes('=')
  if (!isAssigned && !text.includes('@')) return text
  const hasUrl = isEscaped || text.includes(':/') || text.includes(':\\/')
  const masked = hasUrl ? withoutUsers(text) : text
  return isAssigned && (hasUrl || text.includes('?')) ? withoutParameters(masked) : masked
}

function withoutUsers(text: string): string {
  const next = positions(text)
  let result = ''
  let copied = 0
  for (const { 0: sign, index } of text.matchAll(separator)) {
    const from = index + sign.length
    if (from < copied || !isScheme(text, index, sign)) continue
    const end = userEnd(text, from, sign.startsWith('%'), next, closingOf(text, index))
    if (end === null) continue
    const user = text.slice(from, end)
    const masked = maskUser(user)
    if (masked === user) continue
    result += text.slice(copied, from) + masked
    copied = end
  }
  return copied === 0 ? text : result + text.slice(copied)
}

/** Whether a scheme stands before the colon: not a drive, of which a path begins with one slash. */
const isScheme = (text: string, colon: number, sign: string) =>
  /[a-z0-9]/i.test(text[colon - 1] ?? '') && (sign !== ':/' || /[a-z0-9+.-]/i.test(text[colon - 2] ?? ''))

/** What closes the text in which a URL begins, if it is quoted or in brackets. */
function closingOf(text: string, colon: number): string | undefined {
  const scheme = /[a-z0-9+.-]*$/i.exec(text.slice(Math.max(0, colon - maxScheme), colon))?.[0] ?? ''
  return closing.get(text[colon - scheme.length - 1] ?? '')
}

/** Where what follows a position is, each found once, so that a text full of beginnings of URLs is read once. */
function positions(text: string) {
  const finder = (pattern: RegExp) => {
    let at = -1
    return (from: number) => {
      if (at >= from) return at
      pattern.lastIndex = from
      at = pattern.exec(text)?.index ?? text.length
      return at
    }
  }
  const closers = new Map<string, ReturnType<typeof finder>>()
  const closerOf = (sign: string) => getOrCreate(closers, sign, () => finder(new RegExp(`\\${sign}`, 'g')))
  return {
    url: finder(urlEnd),
    authority: finder(authorityEnd),
    at: finder(/@/g),
    closing: (sign: string, from: number) => closerOf(sign)(from),
  }
}

/** Where the user of a URL ends, before its `@`; null if it has none. */
function userEnd(
  text: string,
  from: number,
  isEscaped: boolean,
  next: ReturnType<typeof positions>,
  closed: string | undefined,
): number | null {
  if (isEscaped) {
    escapedEnd.lastIndex = from
    const end = escapedEnd.exec(text)
    return end && /@|%40/.test(end[0]) ? end.index : null
  }
  const end = Math.min(next.url(from), next.authority(from))
  const whole = text.slice(from, end)
  const authority = closed === undefined ? whole : (whole.split(closed, 1)[0] ?? '')
  const at = Math.max(authority.lastIndexOf('@'), authority.lastIndexOf('%40'))
  if (at >= 0) return from + at
  // No port: the password has a sign that ends a host, and ends at the next `@`.
  const isPort = /^[^:]*(?::\d*)?$|^\[[^\]]*\](?::\d*)?$/.test(authority)
  const later = next.at(from)
  if (isPort || authority.length < whole.length || later >= next.url(from)) return null
  return closed !== undefined && next.closing(closed, from) < later ? null : later
}

/** A user and a password without what may be a credential. */
function maskUser(text: string): string {
  const [, user = '', colon = '', password = ''] = /^(.*?)(?:(:|%3a)(.*))?$/is.exec(text) ?? []
  const isToken = isTokenLike(user) || isValueLike(decoded(user), 8)
  const name = isToken && !isVariable(user) ? mask : user
  return name + colon + (password === '' || isVariable(password) ? password : mask)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What stands for a credential: a variable, the field of a template, or a mask. */
const variable =
  /^(?:\$[A-Z_][A-Z0-9_]*|\$?\{+[\w.$-]*\}+|\$\([A-Z_][\w.]*\)|%[A-Z_]+%|%[sdv]|%\(\w+\)s|[*•●█…]+|x{3,}|\[removed\]|%5bremoved%5d)$/i
const isVariable = (text: string) => variable.test(text) && !/^\$[a-z]/.test(text)

const words = (text: string) => text.trim().split(/\s+/)

/** Parameters whose value is a credential. */
const credentialNames = words(`
  access[-_]?token auth[-_]?token api[-_]?token refresh[-_]?token id[-_]?token private[-_]?token job[-_]?token
  oauth[-_]?token session[-_]?token security[-_]?token deploy[-_]?token ci[-_]?token bearer[-_]?token sas[-_]?token
  csrf[-_]?token token x[-_]?api[-_]?key api[-_]?key access[-_]?key secret[-_]?key subscription[-_]?key
  client[-_]?secret app[-_]?secret secret password passwd pwd passphrase signature sig jwt bearer authorization
  session[-_]?id jsessionid phpsessid x-amz-signature x-amz-security-token x-amz-credential x-goog-signature
  x-goog-credential x-oss-signature x-cos-security-token x-ms-signature`)
/** Parameters whose value may be one. */
const vagueNames = words('key auth code session ticket credential credentials')

const parameter = new RegExp(
  `([?&;#]|%3f|%26|%23|%3b|\\\\u0026)(?:(${credentialNames.join('|')})|(?:${vagueNames.join('|')}))(=|%3d)(\\[removed\\]|[^\\s&#;"'<>\`\\\\)\\]}|]+\\}*)`,
  'gi',
)

const withoutParameters = (text: string): string =>
  text.replace(parameter, (whole, begin: string, isSure: string | undefined, sign: string, all: string) => {
    // In a URL that is escaped in another one, the next parameter is so, too.
    const end = begin.startsWith('%') || sign.startsWith('%') ? all.search(/%26|%23/i) : -1
    const value = end < 0 ? all : all.slice(0, end)
    if (isVariable(value) || (!isSure && !isValueLike(decoded(value), 12))) return whole
    return whole.slice(0, whole.length - all.length) + mask + all.slice(value.length)
  })
