import { digest } from '#server/base/credentials/digests.ts'
import type { Candidate } from './candidates.ts'

/** The key of a reported finding that a person excludes from a flaw: its rule, location and content. */
export function exclusionKey(one: Omit<Candidate, 'line' | 'column' | 'context' | 'flow'>): string {
  const { rule, path, fingerprint, code, message, dependency, secret, resource } = one
  const key = [rule, path, fingerprint?.value, code, message, dependency?.name, secret?.value]
  return digest(JSON.stringify(resource === null ? key : [...key, resource]))
}
