import { bySlug, operation } from '../operation.ts'
import { findingSetQuery, misplacedFilters, paging } from '../parameters/findings-query.ts'
import { enumValue, listOf } from '../parameters/query.ts'

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
    '`format` defaults to CSV. `X-Total-Count` has the number of findings and is sent before the first of them. CSV is UTF-8 without a byte order mark, RFC 4180 with a header row. `columns` selects and orders the columns. Cells that contain a comma, semicolon, tab, quote or line break are quoted. To prevent formula injection, an apostrophe is added before `=`, `+`, `-`, `@`, a tab or a carriage return at the start of a cell or after a semicolon or tab. JSON is `{ "findings": [...] }` with the fields of the lists. Each finding has the URL of its page and of its line at the code host: `gatehouse_url` and `url` in CSV, `gatehouse_url` and `code_host_url` in JSON, `hostedViewerUri` and the property `codeHostUrl` in SARIF. If the scan did not send the URL of the line, it points to the line on the branch; it is empty if the code host is unknown. The file is named after its filter.',
  scopes: ['findings:read'],
  query: {
    ...findingSetQuery,
    sort: paging.sort,
    format: enumValue(exportFormats),
    columns: listOf(enumValue(exportColumns), exportColumns.length),
  },
  queryFaults: misplacedFilters,
  produces: ['text/csv', 'application/json', 'application/sarif+json'],
  streams: true,
})
