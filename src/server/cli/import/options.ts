import { scanFormats } from '#contract/vocabulary.ts'

/** The formats that can be named, in lines of the help. */
export const formatLines = [scanFormats.slice(0, 9), scanFormats.slice(9)]
  .map((formats) => `  ${formats.join(', ')}`)
  .join('\n')

/** An option of `gatehouse import`: how it is parsed, the parameter it sets and its help text. */
export interface ImportOption {
  readonly type: 'string' | 'boolean'
  /** The heading in the help. */
  readonly group: (typeof optionGroups)[number]
  /** The placeholder of its value in the help. */
  readonly value?: string
  readonly help: string
  /** The query parameter of `POST …/scans` that receives its value. */
  readonly parameter?: string
  /** The value that a flag sends. */
  readonly sends?: string
}

export const optionGroups = ['What was scanned', 'How it is imported', 'Sources', 'Other'] as const

/** Every option, in the order of the help. */
export const importOptions = {
  project: {
    type: 'string',
    group: 'What was scanned',
    value: 'NAME',
    help: 'project, such as acme/shop; created if it does not exist (required)',
    parameter: 'project',
  },
  ref: {
    type: 'string',
    group: 'What was scanned',
    value: 'REF',
    help: 'branch or ref; default: the primary branch',
    parameter: 'ref',
  },
  commit: {
    type: 'string',
    group: 'What was scanned',
    value: 'SHA',
    help: 'commit',
    parameter: 'commit',
  },
  'commit-title': {
    type: 'string',
    group: 'What was scanned',
    value: 'TEXT',
    help: 'first line of the commit message',
    parameter: 'commit_title',
  },
  author: {
    type: 'string',
    group: 'What was scanned',
    value: 'NAME',
    help: 'author of the commit',
    parameter: 'commit_author_name',
  },
  'pull-request': {
    type: 'string',
    group: 'What was scanned',
    value: 'N',
    help: 'number of the pull request',
    parameter: 'pull_request_id',
  },
  'pull-request-title': {
    type: 'string',
    group: 'What was scanned',
    value: 'TEXT',
    help: 'title of the pull request',
    parameter: 'pull_request_title',
  },
  event: {
    type: 'string',
    group: 'What was scanned',
    value: 'NAME',
    help: 'event that started the scan: push, pull_request, schedule, …',
    parameter: 'event',
  },
  'job-url': {
    type: 'string',
    group: 'What was scanned',
    value: 'URL',
    help: 'URL of the CI job',
    parameter: 'ci_job_url',
  },
  'started-at': {
    type: 'string',
    group: 'What was scanned',
    value: 'TIMESTAMP',
    help: 'start of the scan, ISO 8601; default: from the report, else now',
    parameter: 'started_at',
  },
  url: {
    type: 'string',
    group: 'What was scanned',
    value: 'URL',
    help: 'URL of the repository',
    parameter: 'url',
  },
  diff: {
    type: 'boolean',
    group: 'How it is imported',
    help: 'the scan covered only changed files: other findings are kept',
    parameter: 'kind',
    sends: 'diff',
  },
  category: {
    type: 'string',
    group: 'How it is imported',
    value: 'NAME',
    help: 'distinguishes scans of one tool that cover different parts',
    parameter: 'category',
  },
  format: {
    type: 'string',
    group: 'How it is imported',
    value: 'FORMAT',
    help: 'format of the files, see below; detected by default',
    parameter: 'format',
  },
  part: {
    type: 'string',
    group: 'How it is imported',
    value: 'N/TOTAL',
    help: 'FILE is part N of a scan; the other parts must be imported within an hour',
    parameter: 'part',
  },
  'accept-empty': {
    type: 'boolean',
    group: 'How it is imported',
    help: 'apply the scan even if it would be held',
    parameter: 'accept_empty',
    sends: 'true',
  },
  'dry-run': {
    type: 'boolean',
    group: 'How it is imported',
    help: 'show what importing one FILE would do, without changes',
    parameter: 'dry_run',
    sends: 'true',
  },
  retire: {
    type: 'string',
    group: 'Sources',
    value: 'TOOL[:CATEGORY]',
    help: 'remove the findings of a tool that is no longer used; takes no FILE',
  },
  restore: {
    type: 'string',
    group: 'Sources',
    value: 'TOOL[:CATEGORY]',
    help: 'undo --retire, within 24 hours',
  },
  deployment: {
    type: 'string',
    group: 'Other',
    value: 'SLUG',
    help: 'deployment; required only if there are several',
  },
  json: {
    type: 'boolean',
    group: 'Other',
    help: 'print the result as JSON',
  },
} as const satisfies Record<string, ImportOption>

/** All options, as used for the help and the query. */
export const listedOptions: readonly (readonly [string, ImportOption])[] = Object.entries(importOptions)

/** The option that sets a query parameter of an upload, such as `--job-url` for `ci_job_url`. */
export function optionOf(parameter: string): string {
  const option = listedOptions.find(([, option]) => option.parameter === parameter)
  return `--${option?.[0] ?? parameter}`
}
