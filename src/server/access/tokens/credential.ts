import { createHash, randomBytes } from 'node:crypto'

/** A new secret of 256 random bits, with a prefix that secret scanners recognize. */
export function newSecret(prefix: 'gate' | 'session' | 'code' | 'invite'): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`
}

/**
 * The stored form of a secret: its SHA-256. Looking a credential up by its hash prevents timing attacks on the secret,
 * since an attacker cannot control the hash.
 */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
