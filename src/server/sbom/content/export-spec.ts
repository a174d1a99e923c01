import { purlOf } from '#server/purl.ts'
import type { StoredRequest } from '../export/job.ts'
import type { Output } from '../formats/format.ts'
import type { Content, Package } from './content.ts'

/** All that a file is written from. Plain data, so that it can be handed to another thread. */
export interface ExportSpec {
  format: string
  version: string
  output: Output
  request: StoredRequest
  ref: string | null
  commit: string | null
  /** Whether each project stands as a component of its own. */
  nested: boolean
  content: Content
  /** Milliseconds since 1970. */
  at: number
  /** The version of Gatehouse. */
  toolVersion: string
}

/** The package URL of a package: the one that a scan gave, or what follows from its name. */
export function purlOfPackage(one: Package): string | undefined {
  if (one.purl !== null && /^pkg:[\x21-\x7E]+$/.test(one.purl)) return one.purl
  return purlOf(one.ecosystem, one.name, one.version)
}

/** Whether a project asks for a package itself, anywhere. */
export const isDirect = (one: Package) => one.places.some((place) => place.transitivity === 0)
