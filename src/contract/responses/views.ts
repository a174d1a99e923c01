import * as z from 'zod/mini'
import { viewPages } from '../vocabulary.ts'
import { open } from './shapes.ts'

export const view = z.object({
  id: z.string(),
  name: z.string(),
  shared: z.boolean(),
  /** Whether it is the person's own default view of this page. */
  default: z.boolean(),
  /** Whether the person may change and delete it. */
  editable: z.boolean(),
  by: z.string(),
  page: open(...viewPages),
  /** A query string without `sort`, `group`, `columns` and `page_size`. */
  query: z.string(),
  columns: z.nullable(z.array(z.string())),
  sort: z.nullable(z.string()),
  group: z.nullable(z.string()),
  page_size: z.nullable(z.int()),
})
export type View = z.infer<typeof view>
export const viewsAnswer = z.object({ views: z.array(view) })
export const keptFilter = z.object({ id: z.string(), query: z.string() })
