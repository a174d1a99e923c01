import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { facetsOptions, findingOptions } from '#api/findings/findings.ts'
import { explain } from '#api/http/errors.ts'
import { ownersOptions } from '#api/owners.ts'
import { projectsOptions } from '#api/projects/project-names.ts'
import { packageNamesOptions, rulesNamedOptions, searchOptions } from '#api/search.ts'
import { keysOf } from '#lib/keys.ts'
import { findingIdIn, mostOfEach } from './entries.ts'
import {
  onOtherBranches,
  openFindings,
  type SearchAnswers,
  type SearchOptions,
  searchGroups,
} from './search-groups.ts'
import { readQuestion, type SearchQuestion } from './search-question.ts'

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

/** The most rules of a weakness whose findings are opened together. */
const mostWeaknessRules = 100

/** Reads packages with versions as the page of dependencies does, whose code is loaded for it. */
async function readPackages(text: string) {
  const { parseSearch } = await import('#pages/dependencies/search/parse-search.ts')
  return parseSearch(text).terms.map(({ filter }) => filter)
}

/** Sends the requests for a search text. */
function useSearchQueries(
  deployment: string,
  { text, project, hasVersions, weakness, advisory }: SearchQuestion,
) {
  const id = findingIdIn(text)
  const enabled = text !== ''
  const name = text.slice(0, 200)
  const of = { ...openFindings, issue_type: 'sast', facet: 'rules', facet_q: name } as const
  const read = useQuery({
    queryKey: ['package search', text],
    queryFn: () => readPackages(text),
    enabled: hasVersions,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const packages = hasVersions ? read.data : [{ name }]
  return {
    read,
    finding: useQuery({ ...findingOptions(deployment, id ?? 0), enabled: id !== undefined, retry: false }),
    projects: useQuery({ ...projectsOptions(deployment, project, mostOfEach), enabled }),
    rules: useQuery({ ...facetsOptions(deployment, of), enabled }),
    named: useQuery({
      ...rulesNamedOptions(deployment, name, weakness ? mostWeaknessRules : mostOfEach),
      enabled,
    }),
    search: useQuery({ ...searchOptions(deployment, name, mostOfEach), enabled }),
    packages: useQuery({
      ...packageNamesOptions(deployment, packages ?? [], mostOfEach),
      enabled: enabled && packages !== undefined,
    }),
    owners: useQuery({ ...ownersOptions(deployment), enabled }),
    advisory: useQuery({
      ...facetsOptions(deployment, { issue_type: 'sca', vulnerability_identifiers: [advisory ?? ''] }),
      enabled: advisory !== undefined,
    }),
  }
}

const isSame = (one: SearchAnswers, other: SearchAnswers) =>
  keysOf(one).every((name) => one[name] === other[name])

/**
 * Loads the service's results for a text: a finding by its id, advisories, projects, packages, rules, people, teams and
 * tickets. Each response belongs to its own query, so that a late one cannot replace newer results.
 */
export function useSearchResults(deployment: string, typed: string, options: SearchOptions) {
  const query = typed.trim()
  const searchedText = useSearchedText(query)
  const question = useMemo(() => readQuestion(searchedText), [searchedText])
  const queries = useSearchQueries(deployment, question)
  const { finding, projects, rules, named, search, packages, owners, advisory } = queries

  // All responses to a search are shown together: separate updates would remove the highlight from a selected entry.
  const isSearching = searchedText !== query || Object.values(queries).some(({ isFetching }) => isFetching)
  const answers: SearchAnswers = {
    finding: finding.data,
    projects: projects.data,
    rules: rules.data,
    named: named.data,
    search: search.data,
    packages: packages.data,
    owners: owners.data,
    advisory: advisory.data,
  }
  const [shown, setShown] = useState(answers)
  if (!isSearching && !isSame(answers, shown)) setShown(answers)

  const id = findingIdIn(searchedText)
  const missing = finding.error !== null && explain(finding.error).kind === 'missing'
  const failed = Object.values(queries).filter(
    (request) => request.error !== null && !(request === finding && missing),
  )
  return {
    groups: searchGroups(deployment, readQuestion(query), shown, options),
    /** The results for the current text are still loading. */
    waiting: query !== '' && isSearching,
    error: query === '' ? null : (failed[0]?.error ?? null),
    retry: () => {
      for (const request of failed) void request.refetch()
    },
    noSuchFinding: missing && id === findingIdIn(query) ? id : undefined,
    /** The advisory that is searched, if no finding names it. */
    unknownAdvisory: onOtherBranches(question, answers) === 0 ? question.advisory : undefined,
  }
}
