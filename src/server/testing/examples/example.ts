import type { CallOptions } from '../service.ts'
import type { Place } from './example-fixtures.ts'

/** One request of an operation. */
export interface Example {
  /** What tells it from the others of its operation. */
  as?: string
  /** What is asked; made before anything is counted. */
  request?: (place: Place) => CallOptions | Promise<CallOptions>
  /** Why its work follows how much there is; nothing where it must not. */
  grows?: string
  /** Statements at most, where it does more than most. */
  statements?: number
  method?: 'HEAD'
}

/** Statements of a request together with the job that it begins. */
export const withJob = 50
