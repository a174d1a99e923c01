import { fixVersionsInList, fixVersionsInSentence } from '../../../values/fix-versions.ts'
import { labelsIn } from './package-names.ts'

/** What the help text of an advisory says about packages and versions. */
export interface AdvisoryHelp {
  /** Lines such as `Package: a`. */
  labels: ReadonlyMap<string, string>
  /** Fixed versions by package, from a table. */
  fixed: ReadonlyMap<string, string[]>
  /** Fixed versions from a section with advice. */
  advisedVersions: string[]
}

export const noHelp: AdvisoryHelp = { labels: new Map(), fixed: new Map(), advisedVersions: [] }

/** Reads the help text of an advisory; each tool writes it in its own form. */
export function readAdvisoryHelp(text: string | null): AdvisoryHelp {
  if (!text) return noHelp
  return { labels: labelsIn(text), fixed: versionsInTable(text), advisedVersions: versionsInAdvice(text) }
}

/** The last column of the rows `| advisory | package | fixed versions |`, by package. */
function versionsInTable(help: string): Map<string, string[]> {
  const rows = help.split('\n').filter((row) => row.startsWith('|'))
  const start = rows.findIndex((row) => /^\|[^|]*\|[^|]*\|\s*fixed version\s*\|/i.test(row))
  const versions = new Map<string, string[]>()
  for (const row of start < 0 ? [] : rows.slice(start + 1, start + 200)) {
    const [, , name = '', fixed] = row.split('|', 4).map((cell) => cell.trim())
    versions.set(name, [...new Set([...(versions.get(name) ?? []), ...fixVersionsInList(fixed)])])
  }
  return versions
}

/** `Upgrade x to version 1.2.3, 2.0.1 or higher.` in a section about what to do. */
function versionsInAdvice(help: string): string[] {
  const start = help.search(/^#+ *Remediation\b/im)
  return start < 0 ? [] : fixVersionsInSentence(help.slice(start, start + 500))
}
