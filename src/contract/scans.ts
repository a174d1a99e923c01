import * as z from 'zod/mini'
import { byId, operation } from './operation.ts'
import { oneOf, text } from './query.ts'
import { products, scanStatuses } from './vocabulary.ts'

export const getScan = operation({
  id: 'getScan',
  method: 'GET',
  path: `${byId}/scan/{scanId}`,
  mark: 'documented',
  summary: 'Read one scan',
  description: '`stats.total_time` is in seconds.',
  scopes: ['findings:read'],
})

const pageSize = z.int().check(z.gte(1), z.lte(500))
const seconds = z.number().check(z.gte(0))

export const searchScans = operation({
  id: 'searchScans',
  method: 'POST',
  path: `${byId}/scans/search`,
  mark: 'named',
  summary: 'Search scans, newest first',
  scopes: ['findings:read'],
  body: z.object({
    repository_id: z.optional(z.union([z.int().check(z.gte(0)), z.string().check(z.regex(/^\d{1,20}$/))])),
    branch: z.optional(z.string().check(z.maxLength(1000))),
    since: z.optional(z.string().check(z.iso.datetime({ offset: true }))),
    is_full_scan: z.optional(z.boolean()),
    products: z.optional(z.array(z.enum(products))),
    statuses: z.optional(z.array(z.enum(scanStatuses))),
    total_time: z.optional(z.object({ min: z.optional(seconds), max: z.optional(seconds) })),
    limit: z.optional(pageSize),
    pageSize: z.optional(pageSize),
    cursor: z.optional(z.union([z.string(), z.int().check(z.gte(0))])),
  }),
})

export const createScan = operation({
  id: 'createScan',
  method: 'POST',
  path: `${byId}/scans`,
  mark: 'extension',
  summary: "Send a scanner's file",
  description:
    "The body is the scanner's file as it is: Semgrep JSON, SARIF 2.1.0, or this API's own findings answer; gzip is accepted. A project that is not known is made. The same file again for the same commit answers 200 with the first scan.",
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
    started_at: text(40),
  },
  upload: true,
  success: 201,
  stale: ['findings', 'secrets', 'scans', 'projects', 'policies', 'rules', 'dependencies', 'me'],
})
