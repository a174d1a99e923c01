import type { SignInCodes } from '#server/http/services.ts'
import { hashOf, newSecret } from '../credential.ts'

/** Source: docs/api.md#deployments-tokens-and-people. */
const codeLifetime = 10 * 60_000
/** The oldest code is dropped when a further one is created. */
const maxCodes = 100

/** Codes of sign-in links. They are stored only in memory, so they become invalid when the process ends. */
export function createSignInCodes(now: () => number): SignInCodes {
  const codes = new Map<string, { tokenId: number; createdAt: number }>()
  return {
    create(tokenId) {
      const code = newSecret('code')
      codes.set(hashOf(code), { tokenId, createdAt: now() })
      if (codes.size > maxCodes) {
        const [oldest] = codes.keys()
        codes.delete(oldest ?? '')
      }
      return code
    },
    redeem(code) {
      const hash = hashOf(code)
      const known = codes.get(hash)
      codes.delete(hash)
      // A time in the future was recorded before the clock was set back.
      return known && Math.abs(now() - known.createdAt) < codeLifetime ? known.tokenId : null
    },
  }
}
