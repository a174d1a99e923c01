import { findingSetQuery, misplaced, paging } from './findings-query.ts'
import { bySlug, operation } from './operation.ts'
import { listOf, oneOf } from './query.ts'

// Apart from the other operations of findings, since a browser needs it only for an export.

export const exportFormats = ['csv', 'json', 'sarif'] as const
export type ExportFormat = (typeof exportFormats)[number]
/** The columns of an exported table, in their usual order. */
export const exportColumns = [
  'id',
  'severity',
  'title',
  'rule',
  'project',
  'ref',
  'path',
  'line',
  'status',
  'state',
  'triage_state',
  'triage_reason',
  'note',
  'triaged_at',
  'triaged_by',
  'relevant_since',
  'first_seen',
  'confidence',
  'categories',
  'cwe',
  'assistant_verdict',
  'message',
  'ticket',
  'advisory',
  'package',
  'version',
  'ecosystem',
  'reachability',
  'transitivity',
  'epss_score',
  'epss_percentile',
  'fix_version',
  'malicious',
  'secret_type',
  'validation_state',
  'validated_at',
  'match_based_id',
  'gatehouse_url',
  'url',
] as const
export type ExportColumn = (typeof exportColumns)[number]

export const exportFindings = operation({
  id: 'exportFindings',
  method: 'GET',
  path: `${bySlug}/findings/export`,
  mark: 'extension',
  summary: 'Export the filtered findings as CSV, JSON or SARIF 2.1.0, streamed',
  description:
    'CSV where `format` is not given. `X-Total-Count` has the number of findings before the first of them. CSV is UTF-8 without a byte order mark, RFC 4180 with a header row; `columns` chooses and orders its columns; a cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return gets an apostrophe before it, also after a semicolon or a tab; cells with a comma, semicolon, tab, quote or line break are quoted. JSON is `{ "findings": [...] }` in the form of the lists. Each finding has the address of its page and of its line at the code host: in CSV `gatehouse_url` and `url`, in JSON `gatehouse_url` and `code_host_url`, in SARIF `hostedViewerUri` and the property `codeHostUrl`. Where the scan did not send the line’s address, it is that of the line on the branch; empty where the code host is not known. The file is named after its filter.',
  scopes: ['findings:read'],
  query: {
    ...findingSetQuery,
    sort: paging.sort,
    format: oneOf(exportFormats),
    columns: listOf(oneOf(exportColumns), exportColumns.length),
  },
  queryFaults: misplaced,
  produces: ['text/csv', 'application/json', 'application/sarif+json'],
  streams: true,
})
