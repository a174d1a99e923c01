import { Refusal } from './errors.ts'
import type { Principal } from './principal.ts'

/** Source: API decisions, "Rules for all operations", Rate limit. */
const atOnce = 10

/**
 * Counts the exports that each token has running.
 * @returns what begins one and gives the way to end it. It throws Refusal 429 where ten are running.
 */
export function limitExports(): (principal: Principal) => () => void {
  const running = new Map<string, number>()
  return (principal) => {
    const key = principal.tokenId === null ? principal.name : String(principal.tokenId)
    const count = running.get(key) ?? 0
    if (count >= atOnce) {
      throw new Refusal(429, `${atOnce} exports of this token are running. Wait until one has ended.`, {
        headers: { 'retry-after': '10' },
      })
    }
    running.set(key, count + 1)
    return () => {
      const left = (running.get(key) ?? 1) - 1
      if (left > 0) running.set(key, left)
      else running.delete(key)
    }
  }
}
