import type { ExportColumn } from '#contract/operations/export.ts'

/** The names of a list's columns in an exported table, by column id. */
export const exported: Readonly<Record<string, readonly ExportColumn[]>> = {
  severity: ['severity'],
  finding: ['title', 'rule'],
  location: ['project', 'ref', 'path', 'line'],
  project: ['project'],
  branch: ['ref'],
  marks: ['ticket'],
  ticket: ['ticket'],
  confidence: ['confidence'],
  status: ['status', 'triage_reason', 'ignore_requested'],
  reason: ['triage_reason', 'ignored_until', 'ignore_ends'],
  note: ['note'],
  owner: ['owner'],
  triaged_by: ['triaged_by'],
  triaged: ['triaged_at'],
  due: ['due_at'],
  age: ['relevant_since'],
  first_seen: ['first_seen'],
  rule: ['rule'],
  resource: ['resource'],
  category: ['categories'],
  cwe: ['cwe'],
  verdict: ['assistant_verdict'],
  package: ['package', 'version'],
  ecosystem: ['ecosystem'],
  transitivity: ['transitivity'],
  advisory: ['advisory', 'malicious'],
  reachability: ['reachability'],
  epss: ['epss_score', 'epss_percentile'],
  fix: ['fix_version'],
  kind: ['secret_type', 'rule'],
  works: ['validation_state', 'validated_at'],
}

/** Values that two-line rows show in the title cell, if they have no column of their own. */
const inTitle: Readonly<Record<string, readonly string[]>> = {
  finding: ['location'],
  package: ['advisory', 'location'],
  kind: ['location'],
}

/**
 * Returns the columns of a table as the list shows them, preceded by the id and followed by the URLs of page and line.
 */
export function columnsAsShown(
  shown: readonly { id?: string | undefined }[],
  { twoLines }: { twoLines: boolean },
): ExportColumn[] {
  const ids = shown.map(({ id = '' }) => id)
  const within = (id: string) => (twoLines ? (inTitle[id] ?? []).filter((one) => !ids.includes(one)) : [])
  const columns = ids.flatMap((id) => [id, ...within(id)]).flatMap((id) => exported[id] ?? [])
  return [...new Set<ExportColumn>(['id', ...columns, 'gatehouse_url', 'url'])]
}
