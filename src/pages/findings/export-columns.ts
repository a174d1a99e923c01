import { type ExportColumn, exportColumns } from '#contract/export.ts'
import type { FindingType } from '#contract/vocabulary.ts'

/** What each column of the list is called in an exported table; what only decorates a row is in none. */
const exported: Readonly<Record<string, readonly ExportColumn[]>> = {
  severity: ['severity'],
  finding: ['title', 'rule'],
  location: ['project', 'ref', 'path', 'line'],
  project: ['project'],
  marks: ['ticket'],
  confidence: ['confidence'],
  status: ['status', 'triage_reason'],
  age: ['relevant_since'],
  package: ['package', 'version', 'ecosystem'],
  advisory: ['advisory', 'title'],
  reachability: ['reachability', 'transitivity'],
  epss: ['epss_score', 'epss_percentile'],
  fix: ['fix_version'],
  secret: ['secret_type', 'rule'],
  validation: ['validation_state', 'validated_at'],
}

const usual: Record<FindingType, readonly string[]> = {
  sast: ['severity', 'finding', 'location', 'marks', 'confidence', 'status', 'age'],
  sca: [
    'severity',
    'package',
    'advisory',
    'location',
    'marks',
    'reachability',
    'epss',
    'fix',
    'status',
    'age',
  ],
  secrets: ['severity', 'secret', 'location', 'marks', 'validation', 'status', 'age'],
}

const isExported = (name: string): name is ExportColumn => exportColumns.some((column) => column === name)

/** The columns of a table as the list shows them, the id before them and the address of the line after them. */
export function columnsAsShown(type: FindingType, shown: readonly string[] | undefined): ExportColumn[] {
  const columns = (shown ?? usual[type]).flatMap((name) => exported[name] ?? (isExported(name) ? [name] : []))
  return [...new Set<ExportColumn>(['id', ...columns, 'url'])]
}
