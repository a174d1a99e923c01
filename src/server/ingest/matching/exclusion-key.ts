import { digest } from '../findings/evidence.ts'
import type { Candidate } from './candidates.ts'

/** What a person refers to who says that a reported finding is not a flaw: its rule, place and content. */
export function exclusionKey(one: Omit<Candidate, 'line' | 'column' | 'context' | 'flow'>): string {
  const { rule, path, fingerprint, code, message, dependency, secret } = one
  return digest(
    JSON.stringify([rule, path, fingerprint?.value, code, message, dependency?.name, secret?.value]),
  )
}
