import { createHmac, timingSafeEqual } from 'node:crypto'

const linkLifetime = 15 * 60_000
/** Links made within a minute are the same, so that asking often does not change the answer each time. */
const lifetimeStep = 60_000

/**
 * A link's token: which export, until when, and a signature with the export's own key, so that nobody can guess or
 * prolong one. It holds for 14 to 15 minutes. Source: docs/api.md#sbom-exports.
 */
export function makeDownloadToken(
  { deployment_id: deploymentId, id }: { deployment_id: number; id: number },
  key: string,
  now: number,
): string {
  const until = Math.floor(now / lifetimeStep) * lifetimeStep + linkLifetime
  return `${deploymentId}.${id}.${until}.${signLink({ deploymentId, id, until }, key)}`
}

interface Link {
  deploymentId: number
  id: number
  /** Milliseconds since 1970. */
  until: number
}

/** What a token says of itself, before its signature is checked; null where it is none. */
export function readDownloadToken(token: string): (Link & { signature: string }) | null {
  const [, deploymentId, id, until, signature] =
    /^(\d{1,10})\.(\d{1,10})\.(\d{1,15})\.([\w-]{43})$/.exec(token) ?? []
  if (!deploymentId || !id || !until || !signature) return null
  return { deploymentId: Number(deploymentId), id: Number(id), until: Number(until), signature }
}

/** Whether a token was signed with an export's key. */
export function isSigned(read: Link & { signature: string }, key: string): boolean {
  return timingSafeEqual(Buffer.from(signLink(read, key)), Buffer.from(read.signature))
}

function signLink({ deploymentId, id, until }: Link, key: string): string {
  return createHmac('sha256', key).update(`${deploymentId} ${id} ${until}`).digest('base64url')
}
