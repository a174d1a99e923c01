import { Suspense } from 'react'
import { sbomExportStatuses } from '#contract/vocabulary.ts'
import { OneGroup, ValuesGroup } from '#features/list/filters/rail-filters.tsx'
import { RailGroup } from '#features/list/filters/rail-group.tsx'
import { type ChangeSearch, toggled } from '#features/list/search-params/use-search-state.ts'
import { TextInput } from '#ui/form/text-input.tsx'
import { lazy } from '#ui/lazy.tsx'
import { labels } from './labels.ts'
import { type ExportsState, type exportsShape, statusLabel } from './search-params.ts'

// Its option list is a large module that the first rows do not need.
const ProjectField = lazy(() =>
  import('#features/sbom/form/project-field.tsx').then((module) => module.ProjectField),
)

interface RailProps {
  deployment: string
  state: ExportsState
  change: ChangeSearch<typeof exportsShape>
  /** The name of the filtered project. */
  project: string
}

/** The filter rail of the export list. */
export function ExportsRail({ deployment, state, change, project }: RailProps) {
  const choice = (group: string) => ({ kind: 'choice', group }) as const
  const { repositoryId } = state
  return (
    <>
      <OneGroup
        label={labels.params.mine}
        name="mine"
        any={labels.anyone}
        options={[{ value: 'true', label: labels.me, count: undefined }]}
        chosen={state.mine ? 'true' : undefined}
        onChoose={(value) => change({ mine: value === undefined ? undefined : true }, choice('mine'))}
      />
      <ValuesGroup
        label={labels.params.status}
        name="status"
        options={sbomExportStatuses.map((value) => ({ value, label: statusLabel(value), count: undefined }))}
        chosen={state.status ?? []}
        onToggle={(value) => {
          const status = sbomExportStatuses.find((one) => one === value)
          if (status) change({ status: toggled(state.status, status) }, choice('status'))
        }}
      />
      <RailGroup label={labels.params.repositoryId}>
        <Suspense fallback={<TextInput disabled aria-label={labels.params.repositoryId} />}>
          <ProjectField
            deployment={deployment}
            label={labels.params.repositoryId}
            hideLabel
            chosen={repositoryId === undefined ? undefined : { id: Number(repositoryId), name: project }}
            onChoose={(subject) =>
              change({ repositoryId: subject ? String(subject.id) : undefined }, choice('repositoryId'))
            }
          />
        </Suspense>
      </RailGroup>
    </>
  )
}
