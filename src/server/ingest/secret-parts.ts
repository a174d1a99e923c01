import { createHmac } from 'node:crypto'
import { literalsOf, type Redaction } from './redaction.ts'
import type { ReportedRule } from './report.ts'

/** What stands in the place of a value that a scanner does not show. */
const placeholder =
  /^\W*(?:(?:redacted|masked|removed|hidden|filtered|censored|obfuscated|requires login)|redacted\W.{0,200})\W*$/is
const maskedRun = /[*•●█]{3,}/

/** Whether a text stands for a secret without being it: `REDACTED`, `***`, `ghp_****`, `AKIA...`. */
export function isMasked(value: string): boolean {
  const text = value.trim()
  return (
    /^[*•●█#.…_\s-]*$/.test(text) ||
    placeholder.test(text) ||
    maskedRun.test(text) ||
    /(?:\.{3}|…)$/.test(text) ||
    /^x{3,}$/i.test(text)
  )
}

/** The secret in a matched text: its longest literal in quotes, else all of it. Null where it is masked. */
export function secretIn(matched: string): string | null {
  return asValue(longest(literalsOf(matched)) ?? matched)
}

/** A value without the quotes around it; null where it is masked or empty. */
export function asValue(value: string): string | null {
  const bare = value.trim().replace(/^(["'`])(.*)\1$/s, '$2')
  return bare === '' || isMasked(bare) ? null : bare
}

/** The longest of several texts; undefined where there is none. */
export const longest = (several: readonly string[]): string | undefined =>
  several.reduce<string | undefined>(
    (kept, each) => (kept === undefined || each.length > kept.length ? each : kept),
    undefined,
  )

/** Hashes a text of a secret with the service's salt, in hex, so that nobody can guess it from the hash. */
export const saltedWith =
  (salt: string) =>
  (text: string): string =>
    createHmac('sha256', salt).update(text).digest('hex')

/** The kind of secret that a rule looks for, after the last part of its path: `detected-aws-key` is `aws key`. */
export function secretTypeOfRule(path: string): string {
  const last = path.split(/[./]/).at(-1) ?? path
  const words = last
    .replace(/^detected?-/, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim()
  return words === '' ? 'Generic secret' : words
}

/** A rule without anything that came from the source. */
export function cleanedRule(rule: ReportedRule, redaction: Redaction, message: string | null): ReportedRule {
  const one = (said: string | null): string | null => (said === null ? null : redaction.cleanRule(said))
  const all = (said: string[]): string[] => said.map((each) => redaction.cleanRule(each))
  const whole = (addresses: string[]): string[] => addresses.filter((each) => redaction.keeps(each))
  return {
    ...rule,
    message,
    title: one(rule.title),
    category: one(rule.category),
    subcategories: all(rule.subcategories),
    cweNames: all(rule.cweNames),
    owaspNames: all(rule.owaspNames),
    vulnerabilityClasses: all(rule.vulnerabilityClasses),
    technologies: all(rule.technologies),
    languages: all(rule.languages),
    rulesets: all(rule.rulesets),
    url: whole(rule.url === null ? [] : [rule.url])[0] ?? null,
    references: whole(rule.references),
  }
}
