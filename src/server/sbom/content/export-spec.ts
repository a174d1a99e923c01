import type { StoredRequest } from '../export/job.ts'
import type { Output } from '../formats/format.ts'
import type { Content, Package } from './content.ts'

/** The input for writing a file, as plain data that can be sent to another thread. */
export interface ExportSpec {
  format: string
  version: string
  output: Output
  request: StoredRequest
  ref: string | null
  commit: string | null
  /** Whether each project is a separate component. */
  nested: boolean
  content: Content
  /** Milliseconds since 1970. */
  at: number
  /** The version of Gatehouse. */
  toolVersion: string
}

/** Whether a package is a direct dependency in any lockfile. */
export const isDirect = (one: Package) => one.places.some((place) => place.transitivity === 0)
