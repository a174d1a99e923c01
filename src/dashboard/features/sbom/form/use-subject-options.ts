import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { projectsOptions } from '#api/projects/project-names.ts'
import type { ComboboxOption } from '#ui/combobox/combobox.tsx'
import { labels } from '../labels.ts'
import type { Subject } from './draft.ts'

export interface SubjectOption extends ComboboxOption {
  subject: Subject
}

const mostOffered = 20
const deploymentOption: SubjectOption = { value: 'whole', label: labels.deployment, subject: null }

export const subjectLabel = (subject: Subject | undefined) =>
  subject === undefined ? '' : subject === null ? deploymentOption.label : subject.name

interface OptionsQuery {
  deployment: string
  /** A part of the name; empty for the first projects. */
  query: string
  /** The list is open: projects are requested only then. */
  enabled: boolean
  /** Offers the whole deployment, which is null. */
  withWhole: boolean
}

/** Returns the options for a part of a name: the whole deployment and projects. */
export function useSubjectOptions({ deployment, query, enabled, withWhole }: OptionsQuery) {
  const projects = useQuery({
    ...projectsOptions(deployment, query, mostOffered),
    enabled,
    placeholderData: keepPreviousData,
  })
  const matching = (projects.data?.projects ?? []).map(
    ({ id, name }): SubjectOption => ({ value: String(id), label: name, subject: { id, name } }),
  )
  const isWholeOffered = withWhole && deploymentOption.label.toLowerCase().includes(query.toLowerCase())
  const options = isWholeOffered ? [deploymentOption, ...matching] : matching
  const status =
    options.length === 0 && projects.data !== undefined && !projects.isFetching
      ? labels.dialog.noProject
      : matching.length === mostOffered
        ? labels.dialog.firstProjects
        : undefined
  return { options, status }
}
