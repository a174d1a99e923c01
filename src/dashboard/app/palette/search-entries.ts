import { type FindingFilter, findingFilter } from '#contract/parameters/findings-query.ts'
import { parseOwner } from '#contract/parameters/owner.ts'
import { none, writeQuery } from '#contract/parameters/query.ts'
import type { SearchAnswer } from '#contract/responses/search.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import { defaultFilter, paths, withSearch } from '#lib/urls/paths.ts'
import { type Entry, mostOfEach, ranked } from './entries.ts'
import { labels } from './labels.ts'
import type { SearchQuestion } from './search-question.ts'

const listOf = (deployment: string, type: FindingType, filter: FindingFilter) =>
  paths.findings(deployment, type, writeQuery(findingFilter, filter))

/** The maximum number of packages and projects listed below an advisory. */
const mostOfAdvisory = 3

/**
 * Returns the advisories that match a search, each linked to its findings. An exact match is followed by the affected
 * package versions and projects.
 */
export function advisoryEntries(
  deployment: string,
  query: string,
  advisories: SearchAnswer['advisories'],
): Entry[] {
  const candidates =
    advisories.length === 1
      ? advisories[0]
      : advisories.find(({ name }) => name.toLowerCase() === query.toLowerCase())
  return advisories.flatMap((advisory) => {
    const { name, open, findings, projects, packages, more } = advisory
    const of: FindingFilter = { vulnerability_identifiers: [name], primary_ref: true }
    const opened: FindingFilter = { ...of, status: ['open'] }
    const entry = (
      id: string,
      label: string,
      detail: string,
      filter: FindingFilter,
      icon: Entry['icon'] = 'package',
    ): Entry => ({
      id: `advisory ${name} ${id}`,
      label,
      detail,
      icon,
      to: listOf(deployment, 'sca', filter),
    })
    const counts = { open, findings, projects: projects.length + more.projects }
    const first = entry('', name, labels.advisory(counts), open > 0 ? opened : of)
    if (advisory !== candidates) return [first]
    return [
      first,
      ...packages
        .slice(0, mostOfAdvisory)
        .map((one) =>
          entry(
            `${one.name}@${one.version}`,
            [one.name, one.version].filter(Boolean).join(' '),
            labels.affected(name, one.open),
            { ...opened, dependencies: [one.name], versions: [one.version ?? none] },
          ),
        ),
      ...projects
        .slice(0, mostOfAdvisory)
        .map((one) =>
          entry(
            one.name,
            one.name,
            labels.affected(name, one.open),
            { ...opened, repos: [one.name] },
            'folder',
          ),
        ),
    ]
  })
}

/** Returns the findings triaged by matching people, one entry per type. */
export function peopleEntries(deployment: string, people: SearchAnswer['people']): Entry[] {
  return people.flatMap(({ name, findings }) =>
    findings.map(({ issue_type: type, count }) => ({
      id: `person ${name} ${type}`,
      label: name,
      detail: labels.triaged(type, count),
      icon: 'person',
      to: listOf(deployment, type, { triaged_by: [name] }),
    })),
  )
}

/** Returns the findings linked to matching tickets, one entry per type. */
export function ticketEntries(deployment: string, tickets: SearchAnswer['tickets']): Entry[] {
  return tickets.flatMap(({ name, findings }) =>
    findings.map(({ issue_type: type, count }) => ({
      id: `ticket ${name} ${type}`,
      label: name,
      detail: labels.linked(type, count),
      icon: 'ticket',
      to: listOf(deployment, type, { tickets: [name] }),
    })),
  )
}

export interface Package {
  name: string
  ecosystem?: string | null | undefined
  projects: number
  openFindings: number
}

/** Returns the people and teams that the search of findings did not find, each with an overview of what they own. */
export function ownerEntries(
  deployment: string,
  query: string,
  owners: readonly string[],
  people: SearchAnswer['people'],
): { people: Entry[]; teams: Entry[] } {
  const triaging = new Set(people.map(({ name }) => name))
  const entries = (kind: 'person' | 'team', icon: Entry['icon'], detail: string) => {
    const found = owners
      .map((owner) => ({ owner, ...parseOwner(owner) }))
      .filter((one) => one.kind === kind && !(kind === 'person' && triaging.has(one.name)))
      .map(
        ({ owner, name }): Entry => ({
          id: `owner ${owner}`,
          label: name,
          detail,
          icon,
          to: withSearch(paths.deployment(deployment), { owner }),
        }),
      )
    return ranked(query, found).slice(0, mostOfEach)
  }
  return {
    people: entries('person', 'person', labels.noTriage),
    teams: entries('team', 'person', labels.teamOverview),
  }
}

/** An advisory that only other branches have findings of. */
export function otherBranchesEntry(deployment: string, advisory: string, count: number): Entry {
  return {
    id: `advisory ${advisory} other`,
    label: advisory,
    detail: labels.otherBranches(count),
    icon: 'package',
    to: listOf(deployment, 'sca', { vulnerability_identifiers: [advisory] }),
  }
}

/** Returns the searches of the lists for a text: what the palette itself did not find may be there. */
export function listSearchEntries(
  deployment: string,
  { text, hasVersions, advisory, weakness }: SearchQuestion,
): Entry[] {
  const dependencies: Entry = {
    id: 'search dependencies',
    label: labels.dependenciesFor(text),
    icon: 'layers',
    to: paths.dependencies(deployment, { q: text }),
  }
  if (hasVersions) return [dependencies]
  const findings = (type: 'sast' | 'sca', icon: Entry['icon']): Entry => ({
    id: `search ${type}`,
    label: labels.findingsFor(type, text),
    icon,
    to: paths.findings(deployment, type, { ...defaultFilter, q: text }),
  })
  return [
    ...(advisory || weakness ? [] : [dependencies]),
    findings('sast', 'code'),
    findings('sca', 'package'),
  ]
}

/** Returns the packages that match a search, on the dependencies page. @param q for packages in some versions. */
export function packageEntries(
  deployment: string,
  packages: readonly Package[],
  q: string | undefined,
): Entry[] {
  return packages.map(({ name, ecosystem, projects, openFindings }) => ({
    id: `package ${ecosystem} ${name}`,
    label: name,
    detail: labels.package({ ecosystem: ecosystem ?? undefined, projects, openFindings }),
    icon: 'layers',
    to: paths.dependencies(deployment, { q: q ?? name }),
  }))
}
