import type { FindingType } from '#contract/vocabulary.ts'
import { type LinePlace, lineAddress } from '#lib/urls/code-host.ts'
import { httpUrl } from '#lib/urls/http-url.ts'
import { paths } from '#lib/urls/paths.ts'

/** Where the findings come from and where they can be looked at. */
export interface ExportOrigin {
  version: string
  /** The address of the dashboard, without a trailing slash. */
  publicUrl: string
  slug: string
}

/** The address of a finding's page in the dashboard. */
export const findingUrl = ({ publicUrl, slug }: ExportOrigin, type: FindingType, id: number) =>
  `${publicUrl}${paths.finding(slug, type, id)}`

/** The address of a finding's line at the code host: as the scan sent it, else as its branch has it; null where not known. */
export function codeUrl(sent: string | null | undefined, place: LinePlace): string | null {
  return httpUrl(sent) ?? lineAddress(place) ?? null
}
