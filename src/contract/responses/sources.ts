import * as z from 'zod/mini'
import { scanStatuses } from '../vocabulary.ts'
import { instant, open, uint32 } from './shapes.ts'

const source = z.object({
  tool: z.string(),
  category: z.nullable(z.string()),
  /** Its newest scan of any ref. */
  last_scan: z.object({ id: uint32, at: instant, status: open(...scanStatuses), ref: z.string() }),
  scans: z.int(),
  /** On the primary branch; each secret once. */
  open_findings: z.int(),
  /** Whether it has stopped reporting while other sources still do. */
  silent: z.boolean(),
  retired: z.nullable(z.object({ at: instant, by: z.string(), restore_until: z.nullable(instant) })),
})
export type Source = z.infer<typeof source>
export const sourcesAnswer = z.object({ sources: z.array(source) })
export const retireAnswer = z.object({ source, findings: z.int() })
