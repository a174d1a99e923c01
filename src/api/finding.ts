import { queryOptions } from '@tanstack/react-query'
import type { FindingDetail } from '#contract/answers/findings.ts'
import { getFinding } from '#contract/findings.ts'
import { readFinding } from './dialects.ts'
import { ApiError } from './errors.ts'
import { location } from './finding-shapes.ts'
import { isObject, readObject, type Shape } from './shapes.ts'
import { staleTimes } from './stale-times.ts'
import { call } from './transport.ts'

/** What a finding's own page shows beside the listed fields. */
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
  first_seen: { at: 'text', commit: 'text', ref: 'text', author: 'text' },
} as const satisfies Shape

/** A finding with its detail, read as `readFinding` does; lists that are missing are empty, all else is null. */
export function readDetail(value: unknown): FindingDetail | undefined {
  const finding = readFinding(value)
  if (!finding || !isObject(value)) return undefined
  const detail = readObject(detailShape, value)
  const nothing = { history: [], instances: [], code: null, data_flow: null, fix: null, references: null }
  const given = Object.fromEntries(
    Object.keys(detailShape).flatMap((name) => {
      const field = detail[name]
      return field === undefined || field === null ? [] : [[name, field]]
    }),
  )
  const type = { issue_type: finding.found_dependency ? 'sca' : 'sast' }
  // parse: just read, field for field, by the shape that the contract's detail describes
  return { ...finding, ...nothing, ...type, ...given } as unknown as FindingDetail
}

/** Where a finding with its detail stands in the cache. */
export const findingKey = (deployment: string, id: number) => ['findings', deployment, 'one', id] as const

/** The options of one finding with its detail. A service without it answers `missing` or `unbuilt`. */
export function findingOptions(deployment: string, id: number) {
  return queryOptions({
    queryKey: findingKey(deployment, id),
    queryFn: async ({ signal }) => {
      const path = { deploymentSlug: deployment, id: String(id) }
      const finding = readDetail(await call(getFinding, { path, signal }))
      if (finding) return finding
      throw new ApiError({
        kind: 'failed',
        status: 200,
        title: 'This finding could not be read',
        detail: 'The service answered something else than a finding.',
      })
    },
    staleTime: staleTimes.changing,
  })
}
