import * as z from 'zod/mini'
import type { OperationDetails } from '../operation.ts'

import { nameText } from '../parameters/name.ts'
import { listOf } from '../parameters/query.ts'
import { viewPages } from '../vocabulary.ts'

export const keepFilterBody = z.object({ query: z.string().check(z.maxLength(500_000)) })

const defaultWhenMissing = z.optional(z.boolean().register(z.globalRegistry, { default: false }))

const viewFields = {
  name: nameText(100, 1),
  shared: z.optional(z.boolean()),
  default: z.optional(z.boolean()),
  page: z.enum(viewPages),
  query: z.string().check(z.maxLength(500_000)),
  columns: z.optional(z.nullable(listOf(z.string().check(z.minLength(1), z.maxLength(64)), 50))),
  sort: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  group: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  page_size: z.optional(z.nullable(z.int().check(z.gte(100), z.lte(3000)))),
}

export const createViewBody = z.object({
  ...viewFields,
  shared: defaultWhenMissing,
  default: defaultWhenMissing,
})

export const updateViewBody = z.partial(z.object(viewFields))

export const details = {
  keepFilter: {
    mark: 'extension',
    summary: 'Save a filter that is too long for a URL, for use as `filter=<id>`',
    description:
      '`query` is a query string of the list of findings; parameters that are not filters are ignored. The same filter gets the same id. A filter parameter in the same request as `filter` replaces the parameter of that name in the saved filter. Filters that are not used for 30 days and not part of a view are deleted. A person can save at most 1,000.',
    body: keepFilterBody,
  },
  getKeptFilter: {
    mark: 'extension',
    summary: 'Read a saved filter as a query string',
  },
  listViews: {
    mark: 'extension',
    summary: "List built-in views, the person's own views and shared views",
    description: 'Built-in views come first; their ids begin with `builtin:`.',
  },
  createView: {
    mark: 'extension',
    summary: 'Save a view; sharing one needs `findings:triage`',
    description:
      'Parameters in `query` that are not filters are ignored. A filter of another issue type or an invalid value returns 400. `since`, `until`, `triaged_since` and `triaged_until` also take relative values such as `7d`, which are stored as such. If the person already has a view with this name for this page, the response is 409. A person can have at most 200 views with 5,000,000 characters of filters in total.',
    body: createViewBody,
  },
  updateView: {
    mark: 'extension',
    summary: 'Change a saved view',
    description:
      'The owner can change everything except the page; an administrator can also change shared views of others. `{ default: true }` alone is allowed for everyone who can see the view, including built-in views; it replaces the present default view of the page.',
    body: updateViewBody,
  },
  deleteView: {
    mark: 'extension',
    summary: 'Delete a saved view',
  },
} satisfies Record<string, OperationDetails>
