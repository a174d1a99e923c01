import { findingFilter } from '#contract/parameters/findings-query.ts'
import { writeQuery } from '#contract/parameters/query.ts'
import type { Project } from '#contract/responses/projects.ts'
import type { severities } from '#contract/vocabulary.ts'
import { type PageType, paths } from '#lib/urls/paths.ts'
import { labels } from './labels.ts'

/** Returns the filter of a project's open findings: code and supply chain on the primary branch, each secret once. */
export function openFilter(type: PageType, project: string) {
  const where = type === 'secrets' ? { dedup: true } : { primary_ref: true }
  return { status: ['open' as const], ...where, repos: [project] }
}

/** Returns the URL of the list behind a project's count of open findings, of some severities or of all. */
export function openList(
  deployment: string,
  type: PageType,
  project: string,
  of?: readonly (typeof severities)[number][],
): string {
  const filter = { ...openFilter(type, project), severities: of }
  return paths.findings(deployment, type, writeQuery(findingFilter, filter))
}

/** The labels of the products, in the order of the navigation. */
export const productLabels: readonly (readonly [PageType, string])[] = [
  ['sast', labels.products.sast],
  ['sca', labels.products.sca],
  ['secrets', labels.products.secrets],
]

/** Whether nobody knows what a project has, since it was never scanned; one that was split off may have findings before. */
export const isUnscanned = ({
  latest_scan_at: at,
  open = {},
}: Pick<Project, 'latest_scan_at' | 'open'>): boolean =>
  !at && Object.values(open ?? {}).every((counts) => Object.values(counts).every((count) => count === 0))
