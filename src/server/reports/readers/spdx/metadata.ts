import type { ReportedRevision } from '../../report/report.ts'
import { asName, asUrl } from '../../values/json-values.ts'

/** The tool among the creators: `Tool: syft-1.18.0`; preferably one that is no library. */
export function toolIn(creators: readonly string[]): { tool: string; version: string | null } {
  const tools = creators.flatMap((creator) => /^Tool:\s*(.+)$/i.exec(creator)?.[1] ?? [])
  const text =
    tools.find((tool) => !/\b(?:lib|library|tools-(?:java|python|golang))\b/i.test(tool)) ?? tools[0]
  if (text === undefined) return { tool: 'SPDX', version: null }
  const [, name = text, version] = /^(.+?)[ -]v?(\d[\w.+-]{0,50})$/.exec(text.slice(0, 200)) ?? []
  return { tool: asName(name, 200) ?? 'SPDX', version: version ?? null }
}

/** The checkout of the subject: `git+https://git.example/acme/shop.git@<commit>`. */
export function revisionOf(downloadLocation: unknown): ReportedRevision | null {
  const location = asName(downloadLocation, 2_048)
  const [, address = '', revision = null] =
    /^git\+(https?:\/\/(?:[^@/#\s]*@)?[^@#\s]+)(?:@([^@#\s]+))?/.exec(location ?? '') ?? []
  const repositoryUrl = asUrl(address.replace(/\.git$/, ''))
  if (repositoryUrl === null) return null
  const isCommit = revision !== null && /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(revision)
  return { repositoryUrl, branch: null, commit: isCommit ? revision : null }
}
