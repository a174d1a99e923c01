import type { ReportedHash } from '../report/report.ts'
import { asName, bounds } from './json-values.ts'

/**
 * CycloneDX's names of hash algorithms, and the number of hexadecimal digits of each. Source: CycloneDX 1.7,
 * "hash-alg".
 */
const algorithms = {
  MD5: 32,
  'SHA-1': 40,
  'SHA-256': 64,
  'SHA-384': 96,
  'SHA-512': 128,
  'SHA3-256': 64,
  'SHA3-384': 96,
  'SHA3-512': 128,
  'BLAKE2b-256': 64,
  'BLAKE2b-384': 96,
  'BLAKE2b-512': 128,
  BLAKE3: 64,
  'Streebog-256': 64,
  'Streebog-512': 128,
} as const

const normalizeAlgorithm = (word: string) => word.toLowerCase().replaceAll(/[-_]/g, '')
const algorithmsByName = new Map(
  Object.entries(algorithms).map(([alg, digits]) => [normalizeAlgorithm(alg), { alg, digits }]),
)

/** A hash in hexadecimal or base64; null if its algorithm is unknown or its length does not match the algorithm. */
export function hashOf(algorithm: unknown, content: unknown): ReportedHash | null {
  if (typeof algorithm !== 'string' || typeof content !== 'string') return null
  const knownAlgorithm = algorithmsByName.get(normalizeAlgorithm(algorithm))
  if (!knownAlgorithm) return null
  const digits = content.trim()
  if (digits.length === knownAlgorithm.digits && /^[0-9a-f]+$/i.test(digits))
    return { alg: knownAlgorithm.alg, content: digits.toLowerCase() }
  if (digits.length > 200 || !/^[A-Za-z0-9+/]+={0,2}$/.test(digits)) return null
  const decoded = Buffer.from(digits, 'base64').toString('hex')
  return decoded.length === knownAlgorithm.digits ? { alg: knownAlgorithm.alg, content: decoded } : null
}

/** Distinct hashes, at most 200. */
export function hashList(input: readonly (ReportedHash | null)[]): ReportedHash[] {
  const kept = new Map<string, ReportedHash>()
  for (const hash of input) {
    if (hash && kept.size < bounds.list) kept.set(`${hash.alg} ${hash.content}`, hash)
  }
  return [...kept.values()]
}

/** An ecosystem in lower case, without characters that ecosystem names do not contain. */
export function ecosystemOf(word: unknown): string | null {
  return asName(word, 100)?.toLowerCase() ?? null
}
