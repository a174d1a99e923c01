import { createHmac, timingSafeEqual } from 'node:crypto'

const linkLifetime = 15 * 60_000
/** Links created within a minute are identical, so that repeated requests do not change the response each time. */
const lifetimeStep = 60_000

/**
 * The token of a link: the export, the expiry time, and a signature with the export's own key, so that tokens cannot be
 * guessed or extended. It is valid for 14 to 15 minutes. Source: docs/api.md#sbom-exports.
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

/** The content of a token before its signature is checked; null if it is not a token. */
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
