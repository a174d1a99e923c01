import * as z from 'zod/mini'
import type { scanDurationsBody, scanFacetsBody, searchScansBody } from '../details/scans.ts'
import { bodyType, byId, operation } from '../operation.ts'
import { enumList, enumValue, flag, text, wholeNumber } from '../parameters/query.ts'
import { scanFormats } from '../vocabulary.ts'

export const getScan = operation({
  id: 'getScan',
  method: 'GET',
  path: `${byId}/scan/{scanId}`,
  scopes: ['findings:read'],
  query: { include: enumList(['summary']) },
})

export const searchScans = operation({
  id: 'searchScans',
  method: 'POST',
  path: `${byId}/scans/search`,
  scopes: ['findings:read'],
  body: bodyType<typeof searchScansBody>(),
})

export const scanFacets = operation({
  id: 'scanFacets',
  method: 'POST',
  path: `${byId}/scans/facets`,
  scopes: ['findings:read'],
  body: bodyType<typeof scanFacetsBody>(),
})

export const scanDurations = operation({
  id: 'scanDurations',
  method: 'POST',
  path: `${byId}/scans/durations`,
  scopes: ['findings:read'],
  body: bodyType<typeof scanDurationsBody>(),
})

/** `2/3`: the second of three files. */
const scanPart = z
  .string()
  .check(z.regex(/^[1-9]\d{0,2}\/[1-9]\d{0,2}$/, { error: 'is not a part such as 1/2' }))

const uploadId = z
  .string()
  .check(z.regex(/^[\w-]{8,64}$/, { error: 'is not 8 to 64 letters, digits, hyphens or underscores' }))

export const createScan = operation({
  id: 'createScan',
  method: 'POST',
  path: `${byId}/scans`,
  scopes: ['scans:write'],
  query: {
    project: text(500),
    ref: text(500),
    commit: text(64),
    kind: enumValue(['full', 'diff']),
    url: text(2000),
    category: text(200),
    format: enumValue(scanFormats),
    event: text(64),
    pull_request_id: text(20),
    pull_request_title: text(500),
    commit_title: text(500),
    commit_author_name: text(200),
    ci_job_url: text(2000),
    started_at: text(40),
    checkout_uri: text(4096),
    accept_empty: flag,
    dry_run: flag,
    part: scanPart,
    upload: uploadId,
    gate: enumValue(['true', 'fail']),
    reuse_name: flag,
  },
  upload: true,
  success: 201,
  stale: ['findings', 'secrets', 'scans', 'verdicts', 'projects', 'policies', 'rules', 'dependencies', 'me'],
})

export const acceptScan = operation({
  id: 'acceptScan',
  method: 'POST',
  path: `${byId}/scan/{scanId}/accept`,
  scopes: ['projects:write'],
  stale: createScan.stale,
})

export const getImport = operation({
  id: 'getImport',
  method: 'GET',
  path: `${byId}/imports/{importId}`,
  scopes: ['scans:write'],
})

/** The ways in which a scan can change a finding. */
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
  scopes: ['findings:read'],
  query: {
    what: enumValue(scanChangeKinds),
    page: wholeNumber(0, 4294967295),
    page_size: wholeNumber(1, 500),
  },
})
