import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { facetsOptions, findingOptions } from '#api/findings/findings.ts'
import { explain } from '#api/http/errors.ts'
import { projectsOptions } from '#api/projects/project-names.ts'
import { packageNamesOptions, searchOptions } from '#api/search.ts'
import { findingIdIn } from './entries.ts'
import { mostOfEach, openFindings, type SearchAnswers, searchGroups } from './search-groups.ts'

/** The debounce time of typing, in milliseconds. */
const debounceDelay = 120

/** Returns the search text after typing has paused. */
function useSearchedText(query: string): string {
  const [searchedText, setSearchedText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearchedText(query), query === '' ? 0 : debounceDelay)
    return () => clearTimeout(timer)
  }, [query])
  return searchedText
}

/** Sends the requests for a search text. */
function useSearchQueries(deployment: string, text: string) {
  const id = findingIdIn(text)
  const enabled = text !== ''
  const name = text.slice(0, 200)
  const finding = useQuery({
    ...findingOptions(deployment, id ?? 0),
    enabled: id !== undefined,
    retry: false,
  })
  const projects = useQuery({ ...projectsOptions(deployment, text, mostOfEach), enabled })
  const rules = useQuery({
    ...facetsOptions(deployment, { ...openFindings, issue_type: 'sast', facet: 'rules', facet_q: name }),
    enabled,
  })
  const named = useQuery({ ...searchOptions(deployment, name, mostOfEach), enabled })
  const packages = useQuery({ ...packageNamesOptions(deployment, name, mostOfEach), enabled })
  return { finding, projects, rules, named, packages }
}

function isSame(one: SearchAnswers, other: SearchAnswers): boolean {
  return (
    one.finding === other.finding &&
    one.projects === other.projects &&
    one.rules === other.rules &&
    one.named === other.named &&
    one.packages === other.packages
  )
}

/**
 * Loads the service's results for a text: a finding by its id, advisories, projects, packages, rules, people and
 * tickets. Each response belongs to its own query, so that a late one cannot replace newer results.
 */
export function useSearchResults(deployment: string, text: string) {
  const query = text.trim()
  const searchedText = useSearchedText(query)
  const queries = useSearchQueries(deployment, searchedText)
  const { finding, projects, rules, named, packages } = queries

  // All responses to a search are shown together: separate updates would remove the highlight from a selected entry.
  const isSearching = searchedText !== query || Object.values(queries).some(({ isFetching }) => isFetching)
  const answers: SearchAnswers = {
    finding: finding.data,
    projects: projects.data,
    rules: rules.data,
    named: named.data,
    packages: packages.data,
  }
  const [shown, setShown] = useState(answers)
  if (!isSearching && !isSame(answers, shown)) setShown(answers)

  const id = findingIdIn(searchedText)
  const missing = finding.error !== null && explain(finding.error).kind === 'missing'
  const failed = [projects, rules, named, packages, ...(missing ? [] : [finding])].filter(
    ({ error }) => error !== null,
  )
  return {
    groups: searchGroups(deployment, query, shown),
    /** The results for the current text are still loading. */
    waiting: query !== '' && isSearching,
    error: query === '' ? null : (failed[0]?.error ?? null),
    retry: () => {
      for (const request of failed) void request.refetch()
    },
    noSuchFinding: missing && id === findingIdIn(query) ? id : undefined,
  }
}
