import type { ExportColumn } from '#contract/export.ts'

/** What each column of a list is called in an exported table, by the column's id. */
export const exported: Readonly<Record<string, readonly ExportColumn[]>> = {
  severity: ['severity'],
  finding: ['title', 'rule'],
  location: ['project', 'ref', 'path', 'line'],
  project: ['project'],
  branch: ['ref'],
  marks: ['ticket'],
  ticket: ['ticket'],
  confidence: ['confidence'],
  status: ['status', 'triage_reason'],
  reason: ['triage_reason'],
  age: ['relevant_since'],
  first_seen: ['first_seen'],
  rule: ['rule'],
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

/** The columns of a table as the list shows them, the id before them and the address of the line after them. */
export function columnsAsShown(shown: readonly { id?: string | undefined }[]): ExportColumn[] {
  const columns = shown.flatMap(({ id = '' }) => exported[id] ?? [])
  return [...new Set<ExportColumn>(['id', ...columns, 'url'])]
}
