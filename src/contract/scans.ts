import * as z from 'zod/mini'
import { timeCursor } from './cursor.ts'
import { searchedName } from './name.ts'
import { byId, operation } from './operation.ts'
import { flag, listOf, oneOf, someOf, text, uint64, whole } from './query.ts'
import { products, scanFormats, scanStatuses } from './vocabulary.ts'

export const getScan = operation({
  id: 'getScan',
  method: 'GET',
  path: `${byId}/scan/{scanId}`,
  mark: 'documented',
  summary: 'Read one scan',
  description:
    '`stats.total_time` is in seconds. With `include=summary` (extension) also `summary`: kind, status, tool, the findings that it was the first to see and those that it fixed, by severity and type, and what was said of its file.',
  scopes: ['findings:read'],
  query: { include: someOf(['summary']) },
})

const pageSize = z.int().check(z.gte(1), z.lte(500)).register(z.globalRegistry, { default: 100 })
const seconds = z.number().check(z.gte(0))

const moment = z.string().check(z.iso.datetime({ offset: true }))

/** What scans are searched by. `repos` are names; `since` is the first instant of their start, `until` the one after the last. */
const scanFilter = {
  deploymentId: z.optional(uint64),
  repository_id: z.optional(z.union([z.int().check(z.gte(0)), z.string().check(z.regex(/^\d{1,20}$/))])),
  repos: z.optional(listOf(searchedName(), 1000)),
  branch: z.optional(searchedName()),
  since: z.optional(moment),
  until: z.optional(moment),
  is_full_scan: z.optional(z.boolean()),
  products: z.optional(listOf(z.enum(products), 100)),
  statuses: z.optional(listOf(z.enum(scanStatuses), 100)),
  total_time: z.optional(z.object({ min: z.optional(seconds), max: z.optional(seconds) })),
}

export const searchScans = operation({
  id: 'searchScans',
  method: 'POST',
  path: `${byId}/scans/search`,
  mark: 'named',
  summary: 'Search scans, newest first',
  description:
    '`id`, `deployment_id` and `repository_id` of a scan are decimal strings here. Extensions: `repos` (names), `until`, and `repository` in each scan. `X-Total-Count` has the number of all that match.',
  scopes: ['findings:read'],
  body: z.object({
    ...scanFilter,
    limit: z.optional(pageSize),
    pageSize: z.optional(pageSize),
    cursor: z.optional(z.union([timeCursor, z.literal(0)])),
  }),
})

export const scanFacets = operation({
  id: 'scanFacets',
  method: 'POST',
  path: `${byId}/scans/facets`,
  mark: 'extension',
  summary: 'Count the values of each scan filter',
  description:
    'The body is that of the search. Each facet is counted with every filter but its own, most frequent first; at most 100 values, the others as `rest`. A scan counts once for each of its products.',
  scopes: ['findings:read'],
  body: z.object(scanFilter),
})

export const scanDurations = operation({
  id: 'scanDurations',
  method: 'POST',
  path: `${byId}/scans/durations`,
  mark: 'extension',
  summary: 'Read the duration of scans over time',
  description:
    'The body is that of the search; without `since` it begins 90 days before its end. Seconds, by the start of the scans, in at most about 120 spans of equal length, those without a scan left out. `median`, `p95` and `longest` are null where no scan of the span said how long it took.',
  scopes: ['findings:read'],
  body: z.object(scanFilter),
})

/** `2/3`: the second of three files. */
const part = z.string().check(z.regex(/^[1-9]\d{0,2}\/[1-9]\d{0,2}$/, { error: 'is not a part such as 1/2' }))
const uploadId = z
  .string()
  .check(z.regex(/^[\w-]{8,64}$/, { error: 'is not 8 to 64 letters, digits, hyphens or underscores' }))

export const createScan = operation({
  id: 'createScan',
  method: 'POST',
  path: `${byId}/scans`,
  mark: 'extension',
  summary: 'Import a scan report',
  description:
    "The body is the scanner's file as it is: Semgrep JSON, SARIF 2.1.0, CycloneDX 1.2 to 1.7 in JSON, or this API's own findings answer; gzip is accepted. With curl that is `--data-binary @file`; `-F` sends a form, which is 415. The format is told by its own marks: Semgrep by `results` with `errors` or `paths`, and `version` or results that carry `check_id`; SARIF by `version` 2.1.0 and `runs`; CycloneDX by `bomFormat`; a findings answer by `sastFindings`, `scaFindings`, or `findings` whose elements name their rule. Any other file is 400 and changes nothing: the answer says what the file looks like, what is read, and which option of its tool writes that. `format` overrides the marks. A full scan that names dependencies (the components of CycloneDX, the lockfiles of Semgrep) replaces those of its tool and category on the ref; rows that stay keep their id. `report.dependencies` says how many were read. A project that is not known is made. A run that failed is a scan of status `SCAN_STATUS_ERROR` that changes nothing. A full scan that would fix nearly everything of its source, in a file that does not show what was scanned, is held (`SCAN_STATUS_PENDING`, `hold`) until it is accepted; `accept_empty=true` applies it at once and needs `projects:write`, or the project’s setting. The same file as the newest scan of its sources and ref, for the same commit, is 200 with that scan and `repeated`. `dry_run=true` answers 200 with what would come of it and keeps nothing. Several files of one scan carry `part=1/2`, `part=2/2`, and the same `upload` where they do not name the same sources: all but the last are 202 with what is missing, for an hour. Triage in a findings answer counts for new findings alone, and only from a token with `findings:triage`, with a time that is neither in the future nor before the project existed; it stands in their history and in the audit log with the person and the file, and what does not count is listed in `left_out`. A project that such a token’s file makes exists since the earliest finding in it. A file over 10 MB, or one that would wait longer than 30 seconds, is 202 with an import to follow (`location`). Extensions: `pull_request_title`, `commit_title`, `commit_author_name` and `ci_job_url` stand in the scan’s `meta` under these names.",
  scopes: ['scans:write'],
  query: {
    project: text(500),
    ref: text(500),
    commit: text(64),
    kind: oneOf(['full', 'diff']),
    url: text(2000),
    category: text(200),
    format: oneOf(scanFormats),
    event: text(64),
    pull_request_id: text(20),
    pull_request_title: text(500),
    commit_title: text(500),
    commit_author_name: text(200),
    ci_job_url: text(2000),
    started_at: text(40),
    accept_empty: flag,
    dry_run: flag,
    part: part,
    upload: uploadId,
  },
  upload: true,
  success: 201,
  stale: ['findings', 'secrets', 'scans', 'projects', 'policies', 'rules', 'dependencies', 'me'],
})

export const acceptScan = operation({
  id: 'acceptScan',
  method: 'POST',
  path: `${byId}/scan/{scanId}/accept`,
  mark: 'extension',
  summary: 'Apply a held scan',
  description:
    'A scan that would fix nearly everything of its source without a proof that it looked is held for 7 days and changes nothing. Accepting applies it as it was sent. 409 where it is not held any more.',
  scopes: ['projects:write'],
  stale: createScan.stale,
})

export const getImport = operation({
  id: 'getImport',
  method: 'GET',
  path: `${byId}/imports/{importId}`,
  mark: 'extension',
  summary: 'Read the state of an import that runs as a job',
  description:
    '`state` is `queued`, `running`, `done`, `failed` or `cancelled`. `scan` is what the upload would have answered, once it is done.',
  scopes: ['scans:write'],
})

/** What a scan can do to a finding. */
export const scanChangeKinds = [
  'new',
  'new_in_project',
  'fixed',
  'removed',
  'moved',
  'reopened',
  'uncertain',
] as const

export const scanChanges = operation({
  id: 'scanChanges',
  method: 'GET',
  path: `${byId}/scan/{scanId}/changes`,
  mark: 'extension',
  summary: 'List the findings that a scan changed, by type of change',
  description:
    'The lists behind the numbers of its report. `moved` are findings that it matched by evidence that can be wrong; `from` and `to` are places then. `X-Total-Count` has the number of all.',
  scopes: ['findings:read'],
  query: { what: oneOf(scanChangeKinds), page: whole(0, 4294967295), page_size: whole(1, 500) },
})
