import { findingFilter } from '#contract/parameters/findings-query.ts'
import { writeQuery } from '#contract/parameters/query.ts'
import type { FindingDetail } from '#contract/responses/findings.ts'
import type { SearchAnswer } from '#contract/responses/search.ts'
import { paths } from '#lib/urls/paths.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { findingTitle } from '#pages/findings/title.ts'
import { type Entry, type EntryGroup, findingIdIn, ranked } from './entries.ts'
import { labels } from './labels.ts'
import {
  advisoryEntries,
  type Package,
  packageEntries,
  peopleEntries,
  ticketEntries,
} from './search-entries.ts'

/** The maximum number of results of each kind. */
export const mostOfEach = 6

/** The findings that are counted and listed: those open on primary branches. */
export const openFindings = { status: ['open' as const], primary_ref: true }

/** The search results of the service, each part undefined until it is loaded. */
export interface SearchAnswers {
  finding: FindingDetail | undefined
  projects: { projects: readonly { name: string }[] } | undefined
  rules: Facets | undefined
  /** Advisories, people and tickets. */
  named: SearchAnswer | undefined
  packages: { groups: readonly Package[] } | undefined
}

/** Returns the groups of the palette for the results; empty groups are omitted. */
export function searchGroups(deployment: string, query: string, answers: SearchAnswers): EntryGroup[] {
  const { finding, projects, rules, named, packages } = answers
  const id = findingIdIn(query)
  const { groups: titles } = labels
  const groups: EntryGroup[] = []
  if (finding && finding.id === id) {
    groups.push({ label: titles.finding, items: [findingEntry(finding, deployment)] })
  }
  // The scan's page shows whether the scan exists.
  if (id !== undefined) groups.push({ label: titles.scan, items: [scanEntry(id, deployment)] })
  if (query !== '') {
    const { advisories = [], people = [], tickets = [] } = named ?? {}
    groups.push(
      { label: titles.advisories, items: advisoryEntries(deployment, query, advisories) },
      { label: titles.projects, items: ranked(query, projectEntries(projects, deployment)) },
      { label: titles.packages, items: packageEntries(deployment, packages?.groups ?? []) },
      { label: titles.rules, items: ranked(query, ruleEntries(rules, deployment)) },
      { label: titles.people, items: peopleEntries(deployment, people) },
      { label: titles.tickets, items: ticketEntries(deployment, tickets) },
    )
  }
  return groups.filter(({ items }) => items.length > 0)
}

function findingEntry(finding: FindingDetail, deployment: string): Entry {
  const type = finding.issue_type === 'sca' || finding.issue_type === 'secrets' ? finding.issue_type : 'sast'
  return {
    id: `finding ${finding.id}`,
    label: labels.finding(finding.id),
    detail: finding.rule_title || findingTitle(finding),
    icon: 'finding',
    to: paths.finding(deployment, type, finding.id),
  }
}

function scanEntry(id: number, deployment: string): Entry {
  const label = labels.scan(id)
  return { id: label, label, icon: 'scan', to: settingsPaths.scan(deployment, id) }
}

function projectEntries(answer: SearchAnswers['projects'], deployment: string) {
  return (answer?.projects ?? []).map(
    ({ name }): Entry => ({
      id: `project ${name}`,
      label: name,
      icon: 'folder',
      to: settingsPaths.project(deployment, name),
    }),
  )
}

interface Facets {
  facets: Record<string, readonly { value: string | boolean | null; count: number }[]>
}

function ruleEntries(answer: Facets | undefined, deployment: string): Entry[] {
  return (answer?.facets['rules'] ?? []).slice(0, mostOfEach).flatMap(({ value, count }) =>
    typeof value === 'string'
      ? [
          {
            id: `rule ${value}`,
            label: value,
            detail: labels.openFindings(count),
            icon: 'filter' as const,
            to: paths.findings(
              deployment,
              'sast',
              writeQuery(findingFilter, { ...openFindings, rules: [value] }),
            ),
          },
        ]
      : [],
  )
}
