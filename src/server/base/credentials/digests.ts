import { hash } from 'node:crypto'

/**
 * 96 bits of SHA-256: short enough to store for every finding, and long enough that texts of a project do not collide
 * by chance.
 */
export function digest(text: string): string {
  characters.write(hash('sha256', text, 'base64url'), 'latin1')
  return characters.toString('latin1')
}

/** Those of a digest: as a part of the whole text it would keep the rest in memory, for each of a hundred thousand. */
const characters = Buffer.alloc(16)

/** Digests of a finding's own code. */
interface DigestsOfCode {
  code: string | null
  tokens: string | null
  context: string | null
  flow: string | null
}

/** How a salted digest begins, which no other does. */
const saltMark = '!'

/** A digest of a text that may be guessed, with the salt of the deployment; one that is salted stays as it is. */
export function saltedDigest(known: string | null, salted: (text: string) => string): string | null {
  return known === null || isSalted(known) ? known : saltMark + digest(salted(known)).slice(1)
}

/** Whether a digest is salted. */
export const isSalted = (known: string | null): boolean => known?.startsWith(saltMark) ?? false

/**
 * Evidence of a finding that shows a hard-coded credential: its line could be guessed from digests without a salt. The
 * scanner's own fingerprints stay.
 */
export function saltedEvidence<T extends DigestsOfCode>(evidence: T, salted: (text: string) => string): T {
  const { code, tokens, context, flow } = evidence
  return {
    ...evidence,
    code: saltedDigest(code, salted),
    tokens: saltedDigest(tokens, salted),
    context: saltedDigest(context, salted),
    flow: saltedDigest(flow, salted),
  }
}

/** An id of ours with the salt; that of another service, which is no hash, stays. */
export function saltedId(id: string, salted: (text: string) => string): string {
  const [, key, index = ''] = /^([0-9a-f]{64})(_\d+)?$/.exec(id) ?? []
  return key === undefined ? id : salted(key) + index
}
