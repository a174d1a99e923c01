import { useQueries, useQuery } from '@tanstack/react-query'
import { projectCountOptions } from '#api/projects/projects.ts'
import { ImportLink } from '#features/import-link.tsx'
import type { ChipText } from '#features/list/filters/chips.tsx'
import { NoMatches } from '#features/list/no-matches.tsx'
import type { ChangeSearch } from '#features/list/search-params/use-search-state.ts'
import { defaultPageSize } from '#table/pages.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { labels } from './labels.ts'
import {
  filterOf,
  noFilter,
  type ProjectFilterName,
  type ProjectsState,
  type projectsShape,
} from './search-params.ts'

interface EmptyProjectsProps {
  deployment: string
  state: ProjectsState
  /** The filters in use. */
  chips: readonly ChipText<ProjectFilterName>[]
  change: ChangeSearch<typeof projectsShape>
  total: number | undefined
}

/** Shown instead of rows: no project was scanned yet, none matches, or the page is past the end. */
export function EmptyProjects({ deployment, state, chips, change, total }: EmptyProjectsProps) {
  const all = useQuery({ ...projectCountOptions(deployment, {}), enabled: chips.length > 0 && !total })
  const without = useQueries({
    queries: (total ? [] : chips).map(({ name }) =>
      projectCountOptions(deployment, filterOf({ ...state, [name]: undefined })),
    ),
  })
  if (total) {
    const last = Math.ceil(total / (state.page_size ?? defaultPageSize)) - 1
    return (
      <EmptyState
        icon="folder"
        title={labels.pastEnd.title}
        actions={
          <Button onClick={() => change({ page: last }, { kind: 'choice', group: 'page' })}>
            {labels.pastEnd.action}
          </Button>
        }
      >
        {labels.pastEnd.text(total)}
      </EmptyState>
    )
  }
  if (chips.length === 0 || all.data === 0) return <NoneYet deployment={deployment} />
  return (
    <NoMatches
      noun={labels.noun}
      filters={chips}
      without={
        without.every(({ data }) => data !== undefined)
          ? Object.fromEntries(chips.map(({ name }, at) => [name, without[at]?.data ?? 0]))
          : undefined
      }
      onRemove={(name) => change({ [name]: undefined }, { kind: 'choice', group: name })}
      onClear={() => change(noFilter, { kind: 'choice', group: 'clear' })}
    />
  )
}

function NoneYet({ deployment }: { deployment: string }) {
  return (
    <EmptyState icon="folder" title={labels.empty.title} actions={<ImportLink deployment={deployment} />}>
      {labels.empty.text}
    </EmptyState>
  )
}
