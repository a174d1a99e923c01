import type { FindingDetail } from '#contract/responses/findings.ts'
import { ApiError } from '../http/errors.ts'
import { readFinding } from './dialects.ts'
import { location } from './finding-shapes.ts'
import { isObject, readObject, type Shape } from './shapes.ts'

/** The additional fields of a finding's detail. */
const detailShape = {
  history: [
    {
      at: 'text',
      what: 'text',
      who: 'text',
      from: 'text',
      to: 'text',
      reason: 'text',
      note: 'text',
      scan_id: 'number',
      ref: 'text',
      change_id: 'text',
    },
  ],
  matches: [
    {
      id: 'text',
      kind: 'text',
      basis: 'text',
      state: 'text',
      at: 'text',
      scan_id: 'number',
      other: {
        id: 'number',
        ref: 'text',
        status: 'text',
        path: 'text',
        line: 'number',
        triage_state: 'text',
        triage_reason: 'text',
        note: 'text',
        by: 'text',
      },
      from: { path: 'text', line: 'number' },
      resolvable: 'flag',
    },
  ],
  instances: [
    {
      id: 'number',
      ref: 'text',
      primary: 'flag',
      status: 'text',
      state: 'text',
      relevant_since: 'text',
      line: 'number',
    },
  ],
  code: { startLine: 'number', lines: ['text'] },
  data_flow: [{ kind: 'text', location, code: 'text' }],
  fix: { startLine: 'number', before: 'text', after: 'text' },
  references: ['text'],
  issue_type: 'text',
  rule_title: 'text',
  policy_mode: 'text',
  secret: {
    type: 'text',
    validation_state: 'text',
    validated_at: 'text',
    historical_info: { gitCommit: 'text', gitBlob: 'text', gitCommitTimestamp: 'text' },
    hash: 'text',
    other_places: 'number',
  },
  purl: 'text',
  first_seen: { at: 'text', commit: 'text', ref: 'text', author: 'text' },
} as const satisfies Shape

/** The default values of missing detail fields. */
export const isMissingDetail = {
  history: [],
  matches: [],
  instances: [],
  code: null,
  data_flow: null,
  fix: null,
  references: null,
}

/** Reads a finding with its detail like `readFinding`; missing lists become empty, other missing fields null. */
export function readDetail(value: unknown): FindingDetail | undefined {
  const finding = readFinding(value)
  if (!finding || !isObject(value)) return undefined
  const detail = readObject(detailShape, value)
  const fields = Object.fromEntries(
    Object.keys(detailShape).flatMap((name) => {
      const field = detail[name]
      return field === undefined || field === null ? [] : [[name, field]]
    }),
  )
  const type = { issue_type: finding.found_dependency ? 'sca' : 'sast' }
  // parse: just read, field by field, by the shape that the contract's detail describes.
  return { ...finding, ...isMissingDetail, ...type, ...fields } as unknown as FindingDetail
}

/**
 * Returns a finding with its detail.
 * @throws ApiError if the response is not a finding.
 */
export function requireDetail(answer: unknown): FindingDetail {
  const finding = readDetail(answer)
  if (finding) return finding
  throw new ApiError({
    kind: 'failed',
    status: 200,
    title: "Couldn't read this finding",
    detail: 'The service returned an unexpected response.',
  })
}
