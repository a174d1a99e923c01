import { scryptSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'

/** What a browser keeps while it is at the provider. It cannot read or change it. */
export interface Flow {
  state: string
  nonce: string
  verifier: string
  to: string
}

const lifetime = 10 * 60

const keys = new Map<string, Buffer>()

/**
 * The key follows from the client secret, which all processes have. Strangers get sealed flows, so the derivation is
 * slow: with a fast one, they could try secrets that people have chosen.
 */
function keyOf(clientSecret: string): Buffer {
  const key = keys.get(clientSecret) ?? scryptSync(clientSecret, 'gatehouse sign-in flow', 32)
  keys.set(clientSecret, key)
  return key
}

/** Encrypts a flow for ten minutes. @param now milliseconds since 1970. */
export function sealFlow(flow: Flow, clientSecret: string, now: number): Promise<string> {
  const seconds = Math.floor(now / 1000)
  return new EncryptJWT({ ...flow })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + lifetime)
    .encrypt(keyOf(clientSecret))
}

/** Decrypts a flow; null if it is not one of ours, or over. */
export async function openFlow(sealed: string, clientSecret: string, now: number): Promise<Flow | null> {
  try {
    const { payload } = await jwtDecrypt(sealed, keyOf(clientSecret), {
      currentDate: new Date(now),
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
      maxTokenAge: lifetime,
    })
    const { state, nonce, verifier, to } = payload
    const isFlow =
      typeof state === 'string' &&
      typeof nonce === 'string' &&
      typeof verifier === 'string' &&
      typeof to === 'string'
    return isFlow ? { state, nonce, verifier, to } : null
  } catch {
    return null
  }
}
