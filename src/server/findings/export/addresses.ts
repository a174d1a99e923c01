import type { FindingType } from '#contract/vocabulary.ts'
import { type LinePlace, lineAddress } from '#lib/urls/code-host.ts'
import { httpUrl } from '#lib/urls/http-url.ts'
import { paths } from '#lib/urls/paths.ts'

/** The service that writes an export, and the base URL of its pages. */
export interface ExportOrigin {
  version: string
  /** The URL of the dashboard, without a trailing slash. */
  publicUrl: string
  slug: string
}

/** The URL of a finding's page in the dashboard. */
export const findingUrl = ({ publicUrl, slug }: ExportOrigin, type: FindingType, id: number) =>
  `${publicUrl}${paths.finding(slug, type, id)}`

/**
 * The URL of a finding's line at the code host: as the scan reported it, else derived from its branch; null if unknown.
 */
export function codeUrl(reportedUrl: string | null | undefined, line: LinePlace): string | null {
  return httpUrl(reportedUrl) ?? lineAddress(line) ?? null
}
