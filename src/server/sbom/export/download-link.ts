import { createHmac, timingSafeEqual } from 'node:crypto'

const linkLifetime = 15 * 60_000
/** Links made within a minute are the same, so that asking often does not change the answer each time. */
const lifetimeStep = 60_000

/**
 * A link's token: which export, until when, and a signature with the export's own key, so that nobody can guess or
 * prolong one. It holds for 14 to 15 minutes. Source: docs/api.md#sbom-exports.
 */
export function makeDownloadToken(id: number, key: string, now: number): string {
  const until = Math.floor(now / lifetimeStep) * lifetimeStep + linkLifetime
  return `${id}.${until}.${signLink(id, until, key)}`
}

/** What a token says of itself, before its signature is checked; null where it is none. */
export function readDownloadToken(token: string): { id: number; until: number; signature: string } | null {
  const [, id, until, signature] = /^(\d{1,10})\.(\d{1,15})\.([\w-]{43})$/.exec(token) ?? []
  return id && until && signature ? { id: Number(id), until: Number(until), signature } : null
}

/** Whether a token was signed with an export's key. */
export function isSigned(read: { id: number; until: number; signature: string }, key: string): boolean {
  return timingSafeEqual(Buffer.from(signLink(read.id, read.until, key)), Buffer.from(read.signature))
}

function signLink(id: number, until: number, key: string): string {
  return createHmac('sha256', key).update(`${id} ${until}`).digest('base64url')
}
