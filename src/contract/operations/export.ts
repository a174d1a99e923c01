import { bySlug, operation } from '../operation.ts'
import { findingSetQuery, paging } from '../parameters/findings-query.ts'
import { enumValue, listOf } from '../parameters/query.ts'

export const exportFormats = ['csv', 'json', 'sarif'] as const

export type ExportFormat = (typeof exportFormats)[number]

/** The columns of an exported table, in their default order. */
export const exportColumns = [
  'id',
  'severity',
  'title',
  'rule',
  'project',
  'ref',
  'path',
  'line',
  'resource',
  'status',
  'state',
  'triage_state',
  'triage_reason',
  'note',
  'triaged_at',
  'triaged_by',
  'ignored_until',
  'ignore_ends',
  'due_at',
  'owner',
  'ignore_requested',
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
  'policy',
  'policy_mode',
] as const

export type ExportColumn = (typeof exportColumns)[number]

export const exportFindings = operation({
  id: 'exportFindings',
  method: 'GET',
  path: `${bySlug}/findings/export`,
  scopes: ['findings:read'],
  query: {
    ...findingSetQuery,
    sort: paging.sort,
    format: enumValue(exportFormats),
    columns: listOf(enumValue(exportColumns), exportColumns.length),
  },
  produces: ['text/csv', 'application/json', 'application/sarif+json'],
  streams: true,
})
