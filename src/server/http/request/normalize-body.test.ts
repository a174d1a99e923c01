import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { operations } from '#contract/all.ts'
import { dependencyFilter, listDependenciesBody } from '#contract/details/dependencies.ts'
import { searchScansBody } from '#contract/details/scans.ts'
import { updateSettingsBody } from '#contract/details/settings.ts'
import { addTagsBody } from '#contract/details/tags.ts'
import { ticketEdit } from '#contract/details/ticket.ts'
import { triageBody } from '#contract/details/triage.ts'
import { jsonFor } from '../../testing/stress/schema-values.ts'
import { normalizeBody } from './normalize-body.ts'

const body = (schema: z.core.$ZodType, json: unknown) => {
  const { value, unknownFields } = normalizeBody(schema, json)
  return { value, ignored: [...unknownFields().keys()] }
}
const read = (schema: z.core.$ZodType, json: unknown) => body(schema, json).value

describe('the form of a body', () => {
  it('takes null for what is not given, but where null says something', () => {
    expect(
      read(listDependenciesBody, { cursor: null, pageSize: 3, dependencyFilter: { name: null } }),
    ).toEqual({
      pageSize: 3,
      dependencyFilter: {},
    })
    expect(read(ticketEdit, { external_ticket: null })).toEqual({ external_ticket: null })
    expect(read(updateSettingsBody, { sbomDefaults: null })).toEqual({ sbomDefaults: null })
    expect(read(triageBody, { issue_type: null })).toEqual({ issue_type: null })
  })

  it('takes a scalar for a list of one', () => {
    expect(read(searchScansBody, { statuses: 'SCAN_STATUS_ERROR', products: 'PRODUCT_SCA' })).toEqual({
      statuses: ['SCAN_STATUS_ERROR'],
      products: ['PRODUCT_SCA'],
    })
    expect(read(triageBody, { issue_ids: 7 })).toEqual({ issue_ids: [7] })
    expect(read(addTagsBody, 'web')).toEqual(['web'])
    expect(read(addTagsBody, { tags: 'web' })).toEqual({ tags: ['web'] })
    // These take either, and no list is made of what is none.
    expect(read(dependencyFilter, { ecosystem: 'npm', packageFilters: {} })).toEqual({
      ecosystem: 'npm',
      packageFilters: {},
    })
  })

  it('takes 1 and 0 for true and false', () => {
    for (const [input, flag] of [
      [1, true],
      [0, false],
      ['1', true],
      ['TRUE', true],
      ['false', false],
      [true, true],
    ]) {
      expect(read(searchScansBody, { is_full_scan: input })).toEqual({ is_full_scan: flag })
    }
    for (const other of [2, -1, 'yes', '', [], {}]) {
      expect(read(searchScansBody, { is_full_scan: other })).toEqual({ is_full_scan: other })
    }
  })

  it('takes ids as numbers and as texts, but no number that JSON cannot hold', () => {
    expect(read(listDependenciesBody, { deploymentId: 7 })).toEqual({ deploymentId: '7' })
    expect(read(triageBody, { issue_ids: ['7', 8] })).toEqual({ issue_ids: [7, 8] })
    for (const other of [-1, 1.5, 2 ** 53, '07', true]) {
      const [id] = Object.values(Object(read(listDependenciesBody, { deploymentId: other })))
      expect([other, z.safeParse(listDependenciesBody, { deploymentId: id }).success]).toEqual([other, false])
    }
    // Other numbers are no ids.
    expect(read(listDependenciesBody, { pageSize: '5' })).toEqual({ pageSize: '5' })
  })

  it('names fields that are not known, those of lists once', () => {
    const json = {
      changes: [{ rulePath: 'a', by: 1 }, { by: 2 }],
      total_time: { avg: 1 },
      ['__proto__x']: 1,
      a: { b: 1 },
    }
    expect(body(searchScansBody, json).ignored).toEqual(['changes', '__proto__x', 'a', 'total_time.avg'])
    const own = JSON.parse('{"__proto__":{"limit":9},"constructor":1}')
    expect(body(searchScansBody, own)).toEqual({ value: {}, ignored: ['__proto__', 'constructor'] })
    expect(Object(read(searchScansBody, own)).limit).toBeUndefined()
  })

  it('leaves unknown fields where they are refused', () => {
    expect(body(dependencyFilter, { licence: 'MIT' })).toEqual({ value: { licence: 'MIT' }, ignored: [] })
  })
})

describe.each(operations.flatMap((one) => (one.body ? [[one.id, one.body] as const] : [])))(
  'the body of %s',
  (_, schema) => {
    it('is the same where it has the form already, whatever it is', () => {
      fc.assert(
        fc.property(jsonFor(schema, ['acme/shop', '1', 'open']), (text) => {
          const json: unknown = tryJson(text)
          const plain = z.safeParse(schema, json)
          const normal = z.safeParse(schema, normalizeBody(schema, json).value)
          if (plain.success) expect(normal).toEqual(plain)
        }),
      )
    })
  },
)

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
