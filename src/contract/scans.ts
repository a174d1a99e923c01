import * as z from 'zod/mini'
import { byId, operation } from './operation.ts'
import { oneOf, someOf, text } from './query.ts'
import { products, scanStatuses } from './vocabulary.ts'

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

const pageSize = z.int().check(z.gte(1), z.lte(500))
const seconds = z.number().check(z.gte(0))

const moment = z.string().check(z.iso.datetime({ offset: true }))

/** What scans are searched by. `repos` are names; `since` is the first instant of their start, `until` the one after the last. */
const scanFilter = {
  repository_id: z.optional(z.union([z.int().check(z.gte(0)), z.string().check(z.regex(/^\d{1,20}$/))])),
  repos: z.optional(z.array(z.string().check(z.maxLength(1000))).check(z.maxLength(1000))),
  branch: z.optional(z.string().check(z.maxLength(1000))),
  since: z.optional(moment),
  until: z.optional(moment),
  is_full_scan: z.optional(z.boolean()),
  products: z.optional(z.array(z.enum(products))),
  statuses: z.optional(z.array(z.enum(scanStatuses))),
  total_time: z.optional(z.object({ min: z.optional(seconds), max: z.optional(seconds) })),
}

export const searchScans = operation({
  id: 'searchScans',
  method: 'POST',
  path: `${byId}/scans/search`,
  mark: 'named',
  summary: 'Search scans, newest first',
  description:
    'Extensions: `repos` (names), `until`, and `repository` in each scan. `X-Total-Count` has the number of all that match.',
  scopes: ['findings:read'],
  body: z.object({
    ...scanFilter,
    limit: z.optional(pageSize),
    pageSize: z.optional(pageSize),
    cursor: z.optional(z.union([z.string(), z.int().check(z.gte(0))])),
  }),
})

export const scanFacets = operation({
  id: 'scanFacets',
  method: 'POST',
  path: `${byId}/scans/facets`,
  mark: 'extension',
  summary: 'Count the scans of a search by what they can be searched by',
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
  summary: 'Say how long the scans of a search took, over time',
  description:
    'The body is that of the search; without `since` it begins 90 days before its end. Seconds, by the start of the scans, in at most about 120 spans of equal length, those without a scan left out. `median`, `p95` and `longest` are null where no scan of the span said how long it took.',
  scopes: ['findings:read'],
  body: z.object(scanFilter),
})

export const createScan = operation({
  id: 'createScan',
  method: 'POST',
  path: `${byId}/scans`,
  mark: 'extension',
  summary: "Send a scanner's file",
  description:
    "The body is the scanner's file as it is: Semgrep JSON, SARIF 2.1.0, CycloneDX 1.2 to 1.7 in JSON, or this API's own findings answer; gzip is accepted. A full scan that names dependencies (the components of CycloneDX, the lockfiles of Semgrep) replaces those of its tool and category on the ref; rows that stay keep their id. `report.dependencies` says how many were read. A project that is not known is made. The same file again for the same commit answers 200 with the first scan. Extensions: `pull_request_title`, `commit_title`, `commit_author_name` and `ci_job_url` stand in the scan’s `meta` under these names.",
  scopes: ['scans:write'],
  query: {
    project: text(500),
    ref: text(500),
    commit: text(64),
    kind: oneOf(['full', 'diff']),
    url: text(2000),
    category: text(200),
    event: text(64),
    pull_request_id: text(20),
    pull_request_title: text(500),
    commit_title: text(500),
    commit_author_name: text(200),
    ci_job_url: text(2000),
    started_at: text(40),
  },
  upload: true,
  success: 201,
  stale: ['findings', 'secrets', 'scans', 'projects', 'policies', 'rules', 'dependencies', 'me'],
})
