import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { facetsOptions, findingOptions } from '#api/findings/findings.ts'
import { explain } from '#api/http/errors.ts'
import { projectsOptions } from '#api/projects/project-names.ts'
import { packageNamesOptions, searchOptions } from '#api/search.ts'
import { findingFilter } from '#contract/parameters/findings-query.ts'
import { writeQuery } from '#contract/parameters/query.ts'
import { paths } from '#lib/urls/paths.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { findingTitle } from '#pages/findings/title.ts'
import { type Entry, type EntryGroup, findingIdIn, ranked } from './entries.ts'
import { labels } from './labels.ts'
import { advisoryEntries, packageEntries, peopleEntries, ticketEntries } from './search-entries.ts'

const mostOfEach = 6
/** How long somebody who types is waited for, in milliseconds. */
const pause = 120

const open = { status: ['open' as const], primary_ref: true }

function listAddress(deployment: string, filter: object): string {
  return paths.findings(deployment, 'sast', writeQuery(findingFilter, { ...open, ...filter }))
}

/**
 * What the service knows by these label: a finding by its id, advisories, projects, packages, rules,
 * people and tickets. Each answer belongs to its question, so that
 * a late one takes the place of nothing.
 */
export function useSearchResults(deployment: string, text: string) {
  const [searchedText, setSearchedText] = useState('')
  const query = text.trim()
  useEffect(() => {
    const timer = setTimeout(() => setSearchedText(query), query === '' ? 0 : pause)
    return () => clearTimeout(timer)
  }, [query])

  const id = findingIdIn(searchedText)
  const finding = useQuery({
    ...findingOptions(deployment, id ?? 0),
    enabled: id !== undefined,
    retry: false,
  })
  const projects = useQuery({
    ...projectsOptions(deployment, searchedText, mostOfEach),
    enabled: searchedText !== '',
  })
  const rules = useQuery({
    ...facetsOptions(deployment, {
      ...open,
      issue_type: 'sast',
      facet: 'rules',
      facet_q: searchedText.slice(0, 200),
    }),
    enabled: searchedText !== '',
  })

  const named = useQuery({
    ...searchOptions(deployment, searchedText.slice(0, 200), mostOfEach),
    enabled: searchedText !== '',
  })
  const packages = useQuery({
    ...packageNamesOptions(deployment, searchedText.slice(0, 200), mostOfEach),
    enabled: searchedText !== '',
  })

  // All answers to one question show at once: each that came by itself would take the mark off an entry that was chosen.
  const all = [finding, projects, rules, named, packages]
  const isSearching = searchedText !== query || all.some(({ isFetching }) => isFetching)
  const answers = [finding.data, projects.data, rules.data, named.data, packages.data] as const
  const [shown, setShown] = useState(answers)
  if (!isSearching && answers.some((answer, at) => answer !== shown[at])) setShown(answers)

  const groups: EntryGroup[] = []
  const number = findingIdIn(query)
  const [found, ofProjects, ruled, searched, ofPackages] = shown
  if (found && found.id === number) {
    const type = found.issue_type === 'sca' || found.issue_type === 'secrets' ? found.issue_type : 'sast'
    groups.push({
      label: labels.groups.finding,
      items: [
        {
          id: `finding ${found.id}`,
          label: labels.finding(found.id),
          detail: found.rule_title || findingTitle(found),
          icon: 'finding',
          to: paths.finding(deployment, type, found.id),
        },
      ],
    })
  }
  // Whether there is such a scan its page says.
  if (number !== undefined) {
    const label = labels.scan(number)
    groups.push({
      label: labels.groups.scan,
      items: [{ id: label, label, icon: 'scan', to: settingsPaths.scan(deployment, number) }],
    })
  }
  if (query !== '') {
    const { advisories = [], people = [], tickets = [] } = searched ?? {}
    const { groups: labeled } = labels
    groups.push(
      { label: labeled.advisories, items: advisoryEntries(deployment, query, advisories) },
      { label: labeled.projects, items: ranked(query, projectEntries(ofProjects, deployment)) },
      { label: labeled.packages, items: packageEntries(deployment, ofPackages?.groups ?? []) },
      { label: labeled.rules, items: ranked(query, ruleEntries(ruled, deployment)) },
      { label: labeled.people, items: peopleEntries(deployment, people) },
      { label: labeled.tickets, items: ticketEntries(deployment, tickets) },
    )
  }
  const missing = finding.error !== null && explain(finding.error).kind === 'missing'
  const failed = [projects, rules, named, packages, ...(missing ? [] : [finding])].filter(
    ({ error }) => error !== null,
  )
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    /** The service has not answered what stands there now. */
    waiting: query !== '' && isSearching,
    error: query === '' ? null : (failed[0]?.error ?? null),
    retry: () => {
      for (const one of failed) void one.refetch()
    },
    noSuchFinding: missing && id === number ? id : undefined,
  }
}

function projectEntries(answer: { projects: readonly { name: string }[] } | undefined, deployment: string) {
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
            to: listAddress(deployment, { rules: [value] }),
          },
        ]
      : [],
  )
}
