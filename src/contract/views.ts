import * as z from 'zod/mini'
import { bySlug, operation } from './operation.ts'
import { text } from './query.ts'

export const keepFilter = operation({
  id: 'keepFilter',
  method: 'POST',
  path: `${bySlug}/filters`,
  mark: 'extension',
  summary: 'Keep a filter that is too long for an address, for use as `filter=<id>`',
  scopes: ['findings:read'],
  body: z.object({ query: z.string().check(z.maxLength(500_000)) }),
  success: 201,
})

export const getKeptFilter = operation({
  id: 'getKeptFilter',
  method: 'GET',
  path: `${bySlug}/filters/{id}`,
  mark: 'extension',
  summary: 'Read a kept filter, as the query string it stands for',
  scopes: ['findings:read'],
})

const viewFields = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  shared: z.optional(z.boolean()),
  default: z.optional(z.boolean()),
  /** `code`, `supply-chain` or `secrets`. */
  page: z.string().check(z.maxLength(100)),
  query: z.string().check(z.maxLength(500_000)),
  columns: z.optional(z.nullable(z.array(z.string()))),
  sort: z.optional(z.nullable(z.string())),
  group: z.optional(z.nullable(z.string())),
  page_size: z.optional(z.nullable(z.int().check(z.gte(100), z.lte(3000)))),
}

export const listViews = operation({
  id: 'listViews',
  method: 'GET',
  path: `${bySlug}/views`,
  mark: 'extension',
  summary: "List the person's saved views and the shared ones",
  scopes: ['findings:read'],
  query: { page: text(100) },
})

export const createView = operation({
  id: 'createView',
  method: 'POST',
  path: `${bySlug}/views`,
  mark: 'extension',
  summary: 'Save a view; sharing one needs `findings:triage`',
  scopes: ['findings:read'],
  body: z.object(viewFields),
  success: 201,
  stale: ['views'],
})

export const updateView = operation({
  id: 'updateView',
  method: 'PATCH',
  path: `${bySlug}/views/{id}`,
  mark: 'extension',
  summary: 'Change a saved view',
  scopes: ['findings:read'],
  body: z.partial(z.object(viewFields)),
  stale: ['views'],
})

export const deleteView = operation({
  id: 'deleteView',
  method: 'DELETE',
  path: `${bySlug}/views/{id}`,
  mark: 'extension',
  summary: 'Delete a saved view',
  scopes: ['findings:read'],
  success: 204,
  stale: ['views'],
})
