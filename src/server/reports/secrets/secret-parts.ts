import { hash } from 'node:crypto'
import type { ReportedRule } from '../report/report.ts'
import type { Redaction } from './redaction.ts'

const blockLength = 64

/**
 * Hashes a text of a secret with the service's salt, in hex, so that it cannot be guessed from the hash: HMAC-SHA-256
 * (RFC 2104), with the key schedule computed once for many texts.
 */
export function createHasher(salt: string): (text: string) => string {
  const saltBytes = Buffer.from(salt)
  const key = Buffer.alloc(blockLength)
  const short = saltBytes.length > blockLength ? hash('sha256', saltBytes, 'buffer') : saltBytes
  short.copy(key)
  const [inner, outer] = [key.map((byte) => byte ^ 0x36), key.map((byte) => byte ^ 0x5c)]
  return (text) => {
    const first = hash('sha256', Buffer.concat([inner, Buffer.from(text)]), 'buffer')
    return hash('sha256', Buffer.concat([outer, first]), 'hex')
  }
}

/** The type of secret that a rule looks for, from the last part of its path: `detected-aws-key` is `aws key`. */
export function secretTypeOfRule(path: string): string {
  const last = path.split(/[./]/).at(-1) ?? path
  const words = last
    .replace(/^detected?-/, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim()
  return words === '' ? 'Generic secret' : words
}

/** A rule without any text from the source. */
export function cleanRule(rule: ReportedRule, redaction: Redaction, message: string | null): ReportedRule {
  const cleanText = (text: string | null): string | null => (text === null ? null : redaction.cleanRule(text))
  const cleanTexts = (text: string[]): string[] => text.map((each) => redaction.cleanRule(each))
  const whole = (addresses: string[]): string[] => addresses.filter((each) => redaction.keeps(each))
  return {
    ...rule,
    path: redaction.cleanName(rule.path),
    secretType: cleanText(rule.secretType),
    message,
    title: cleanText(rule.title),
    category: cleanText(rule.category),
    subcategories: cleanTexts(rule.subcategories),
    cweNames: cleanTexts(rule.cweNames),
    owaspNames: cleanTexts(rule.owaspNames),
    vulnerabilityClasses: cleanTexts(rule.vulnerabilityClasses),
    technologies: cleanTexts(rule.technologies),
    languages: cleanTexts(rule.languages),
    rulesets: cleanTexts(rule.rulesets),
    url: whole(rule.url === null ? [] : [rule.url])[0] ?? null,
    references: whole(rule.references),
  }
}
