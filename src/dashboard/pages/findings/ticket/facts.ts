import type { Finding } from '#api/dialects/dialects.ts'
import { severities } from '#contract/vocabulary.ts'
import type { TicketFacts } from '#features/ticket/template.ts'
import { plural } from '#lib/text/format.ts'
import { type PageType, paths } from '#lib/urls/paths.ts'
import { findingTitle } from '../title.ts'
import { labels } from './labels.ts'

/** The maximum number of findings that are listed individually; a URL cannot hold more. */
const most = 20

function several(values: readonly string[], between = ', '): string {
  const different = [...new Set(values.filter(Boolean))]
  const more = different.length - most
  return [...different.slice(0, most), ...(more > 0 ? [labels.more(more)] : [])].join(between)
}

function titleOf(row: Finding): string {
  const { found_dependency: dependency, vulnerability_identifier: advisory } = row
  if (!dependency?.package) return findingTitle(row)
  return [dependency.package, dependency.version, advisory].filter(Boolean).join(' ')
}

/** Returns the ticket text for findings: the details of one, or a summary of several. */
export function ticketFacts(
  deployment: string,
  type: PageType,
  findings: readonly Finding[],
  base: string,
): TicketFacts {
  const one = findings.length === 1 ? findings[0] : undefined
  const titles = several(findings.map(titleOf))
  const worst = severities.find((severity) => findings.some((finding) => finding.severity === severity))
  const addresses = findings.map(({ id }) => new URL(paths.finding(deployment, type, id), base).href)
  return {
    title: one ? titles : `${plural(findings.length, 'finding')}: ${titles}`,
    rule: several(findings.map(({ rule_name: rule }) => rule)),
    severity: worst ?? findings[0]?.severity ?? '',
    project: several(findings.map(({ repository }) => repository.name)),
    path: several(findings.map(({ location }) => location?.filePath ?? '')),
    line: String(one?.location?.line ?? ''),
    url: several(addresses, '\n'),
    ids: several(findings.map(({ id }) => String(id))),
  }
}
