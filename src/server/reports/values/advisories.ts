import { spellAdvisoryId } from '#lib/text/advisory-id.ts'
import { asNames } from './json-values.ts'

/** Ids of advisories in the format of databases. */
const advisoryPattern =
  /(?<![A-Za-z0-9])(?:CVE-\d{4}-\d{1,19}|GHSA(?:-[0-9a-z]{4}){3}|(?:PYSEC|GO|OSV|MAL|GMS|CGA|EEF-CVE|BIT|HSEC|RSEC)-\d{4}-\d{1,10}|RUSTSEC-\d{4}-\d{4}|SNYK-[A-Z0-9]+-[A-Z0-9_-]+|npm:[\w.-]{1,200}:\d{8}|(?:DSA|DLA|USN|DTSA)-\d{1,6}(?:-\d{1,3})?|(?:RHSA|RHBA|ELSA|ALSA|RLSA)-\d{4}[:-]\d{1,8}|ALAS\d{0,4}-\d{4}-\d{1,6})(?![A-Za-z0-9])/gi

/** The ids of advisories in a short text, in order, each once. */
export function advisoriesIn(text: string): string[] {
  return asNames([...text.slice(0, 2_000).matchAll(advisoryPattern)].map(([id]) => id)).slice(0, 50)
}

/** The ids that a text lists; none if it contains other text as well. */
export function advisoryList(text: string): string[] {
  const rest = text.slice(0, 2_000).replaceAll(advisoryPattern, '')
  return /^[\s,;]*$/.test(rest) ? advisoriesIn(text) : []
}

/** Whether a text is the id of one advisory. */
export const isAdvisoryId = (text: string): boolean => advisoryList(text).length === 1 && !text.includes(',')

/**
 * The further ids of an advisory. Stored aliases also have its own and the rule, which several advisories may share, so
 * only ids of advisory databases count.
 */
export const furtherAdvisoryIds = (own: string, aliases: readonly string[]): string[] =>
  aliases.filter((id) => id !== own.toUpperCase() && isAdvisoryId(id)).map(spellAdvisoryId)

/** The common id of an advisory: the first that is a CVE or GHSA, else the first. */
export function longestCommonAdvisory(ids: readonly string[]): string | null {
  return ids.find((id) => /^(?:CVE-\d|GHSA-)/i.test(id)) ?? ids[0] ?? null
}
