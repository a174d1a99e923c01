import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { explain } from '#api/errors.ts'
import { facetsOptions, findingOptions } from '#api/findings.ts'
import { projectsOptions } from '#api/project-names.ts'
import { findingFilter } from '#contract/findings-query.ts'
import { writeQuery } from '#contract/query.ts'
import { plural } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { placePaths } from '#lib/place-paths.ts'
import { findingTitle } from '#pages/findings/title.ts'
import { type Entry, type EntryGroup, findingIdIn, ranked } from './entries.ts'

const mostOfEach = 6
/** How long somebody who types is waited for, in milliseconds. */
const pause = 120

const open = { status: ['open' as const], primary_ref: true }

function listAddress(deployment: string, filter: object): string {
  return paths.findings(deployment, 'sast', writeQuery(findingFilter, { ...open, ...filter }))
}

/**
 * What the service knows by these words: a finding by its id, projects, rules. Each answer belongs to its question, so that
 * a late one takes the place of nothing.
 */
export function useAnswers(deployment: string, text: string) {
  const [asked, setAsked] = useState('')
  const query = text.trim()
  useEffect(() => {
    const timer = setTimeout(() => setAsked(query), query === '' ? 0 : pause)
    return () => clearTimeout(timer)
  }, [query])

  const id = findingIdIn(asked)
  const finding = useQuery({
    ...findingOptions(deployment, id ?? 0),
    enabled: id !== undefined,
    retry: false,
  })
  const projects = useQuery({
    ...projectsOptions(deployment, asked, mostOfEach),
    enabled: asked !== '',
  })
  const rules = useQuery({
    ...facetsOptions(deployment, {
      ...open,
      issue_type: 'sast',
      facet: 'rules',
      facet_q: asked.slice(0, 200),
    }),
    enabled: asked !== '',
  })

  // All answers to one question show at once: each that came by itself would take the mark off an entry that was chosen.
  const asking = asked !== query || finding.isFetching || projects.isFetching || rules.isFetching
  const answers = [finding.data, projects.data, rules.data] as const
  const [shown, setShown] = useState(answers)
  if (!asking && answers.some((answer, at) => answer !== shown[at])) setShown(answers)

  const groups: EntryGroup[] = []
  const number = findingIdIn(query)
  const [found, named, ruled] = shown
  if (found && found.id === number) {
    const type = found.issue_type === 'sca' || found.issue_type === 'secrets' ? found.issue_type : 'sast'
    groups.push({
      label: 'Finding',
      items: [
        {
          id: `finding ${found.id}`,
          words: `Finding ${found.id}`,
          aside: found.rule_title || findingTitle(found),
          icon: 'finding',
          to: paths.finding(deployment, type, found.id),
        },
      ],
    })
  }
  // Whether there is such a scan its page says.
  if (number !== undefined) {
    const words = `Scan ${number}`
    groups.push({
      label: 'Scan',
      items: [{ id: words, words, icon: 'scan', to: placePaths.scan(deployment, number) }],
    })
  }
  if (query !== '') {
    groups.push({ label: 'Projects', items: ranked(query, projectEntries(named, deployment)) })
    groups.push({ label: 'Rules', items: ranked(query, ruleEntries(ruled, deployment)) })
  }
  const missing = finding.error !== null && explain(finding.error).kind === 'missing'
  const failed = [projects, rules, ...(missing ? [] : [finding])].filter(({ error }) => error !== null)
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    /** The service has not answered what stands there now. */
    waiting: query !== '' && asking,
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
      words: name,
      icon: 'folder',
      to: placePaths.project(deployment, name),
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
            words: value,
            aside: `${plural(count, 'open finding')}`,
            icon: 'filter' as const,
            to: listAddress(deployment, { rules: [value] }),
          },
        ]
      : [],
  )
}
