import { createHash, randomBytes } from 'node:crypto'

/** A new secret: 256 bits that nobody can guess, with a prefix by which secret scanners know it. */
export function newSecret(prefix: 'gate' | 'session' | 'code'): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`
}

/**
 * What is stored of a secret: its SHA-256. Looking a credential up by its hash compares in constant time as far as
 * the secret goes, since an attacker cannot steer the hash.
 */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
