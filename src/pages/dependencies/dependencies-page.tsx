import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense, useId, useMemo, useRef, useState } from 'react'
import {
  dependencyFacetsOptions,
  dependencyGroupsOptions,
  dependencyLicensesOptions,
  dependencyListOptions,
  dependencyProjectsOptions,
} from '#api/dependencies/dependencies.ts'
import { explain } from '#api/http/errors.ts'
import type { DependencyFilter } from '#contract/operations/dependencies.ts'
import { Chips } from '#features/list/filters/chips.tsx'
import { ListFrame } from '#features/list/list-frame.tsx'
import { SaveButton } from '#features/list/save-button.tsx'
import { type ChangeSearch, useSearchState } from '#features/list/search-params/use-search-state.ts'
import { useTableKeys } from '#features/list/table/use-table-keys.ts'
import { useCsvDownload } from '#features/list/use-csv-download.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { useAfterPaint } from '#table/use-after-paint.ts'
import { lazy } from '#ui/lazy.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { labels } from './labels.ts'
import { PackagesView } from './packages/packages-view.tsx'
import { ProjectsView } from './projects/projects-view.tsx'
import { DependenciesRail } from './rail.tsx'
import { faultsOf, PackageSearch, SearchNotes } from './search/package-search.tsx'
import { parseSearch } from './search/parse-search.ts'
import { chipsOf, dependenciesShape, filterOf, onlyText, sortOf, unrelatedNames } from './search-params.ts'
import { useProjectNames } from './use-project-names.ts'
import { ViewSwitch } from './view-switch.tsx'

// The views that fewer people open.
const LicensesView = lazy(() => import('./licenses/licenses-view.tsx').then((module) => module.LicensesView))
const PlainView = lazy(() => import('./flat-view.tsx').then((module) => module.FlatView))

const addressOptions = { labels: labels.params, unrelatedNames: [...unrelatedNames] }

/** Whether a service lacks the operation that this is the failure of. A project that is not there is 404, too. */
function isLacking(error: Error | null, { repositoryId }: DependencyFilter): boolean {
  const kind = error && explain(error).kind
  return kind === 'unbuilt' || (kind === 'missing' && repositoryId === undefined)
}

/** Whether this is a fault of the question, which is said at its field. */
const isInvalidSearch = (error: Error) => [400, 422].includes(explain(error).status)

/** The dependencies of a deployment: who uses what, by package, by project and by license. */
export function DependenciesPage({ deployment }: { deployment: string }) {
  const { values: state, dropped, change, entry, how } = useSearchState(dependenciesShape, addressOptions)
  const reading = useMemo(() => parseSearch(state.q ?? ''), [state.q])
  const filter = useMemo(() => filterOf(state, reading), [state, reading])
  const table = useRef<DataTableHandle>(null)
  const search = useRef<HTMLInputElement>(null)

  // The views ask for the same; here they say whether the service can answer it, and what it has against it.
  const groups = useInfiniteQuery({
    ...dependencyGroupsOptions(deployment, filter, sortOf(state)),
    enabled: state.by === undefined,
  })
  const licenses = useQuery({
    ...dependencyLicensesOptions(deployment, filter),
    enabled: state.by === 'license',
  })
  const projects = useInfiniteQuery({
    ...dependencyProjectsOptions(deployment, filter),
    enabled: state.by === 'project',
  })
  const shown = state.by === 'license' ? licenses : state.by === 'project' ? projects : groups
  const isPainted = useAfterPaint(shown.data !== undefined || shown.error !== null)
  const facets = useQuery({ ...dependencyFacetsOptions(deployment, filter), enabled: isPainted })
  const plain = isLacking(facets.error, filter) || (state.by !== 'project' && isLacking(shown.error, filter))
  const list = useInfiniteQuery({
    ...dependencyListOptions(deployment, filter),
    enabled: plain && state.by !== 'project',
  })
  const answering = plain && state.by !== 'project' ? list : shown
  const searchError =
    answering.error && isInvalidSearch(answering.error) ? explain(answering.error) : undefined

  const counted = facets.isPlaceholderData || facets.error ? undefined : facets.data
  const total = counted?.total ?? (plain ? list.data?.pages[0]?.total : undefined)
  const nameOf = useProjectNames(deployment, filter)
  const saving = useCsvDownload({
    noun: labels.nouns.dependency,
    nouns: labels.nouns.dependencies,
    download: async (signal, onProgress) => {
      const { downloadDependencies } = await import('#api/dependencies/export.ts')
      return downloadDependencies(deployment, filter, signal, onProgress)
    },
  })
  useTableKeys({ table, search })
  const [tooLong, setTooLong] = useState<number>()
  const faultsId = useId()
  const faults = faultsOf(reading, tooLong, searchError)
  const chips = chipsOf(state, nameOf)
  const narrow: ChangeSearch<typeof dependenciesShape> = (patch, how) =>
    change({ open: undefined, ...patch }, how)
  const view = { deployment, state, filter, change, table, entry, how, counted, nameOf }
  return (
    <ListFrame
      title={labels.title}
      label={labels.title}
      total={total}
      totalText={total === undefined ? undefined : labels.uses(total)}
      totalHint={labels.usesHint}
      dropped={dropped}
      filters={chips.length}
      rail={
        <DependenciesRail
          {...{ deployment, state, filter, change, nameOf }}
          counted={facets.error ? undefined : facets.data}
          uncounted={plain}
        />
      }
      tools={
        <PackageSearch
          ref={search}
          text={state.q}
          faultsId={faults.length > 0 ? faultsId : undefined}
          onType={(q) => narrow({ q }, { kind: 'typing' })}
          onTooLong={setTooLong}
        />
      }
      below={
        <SearchNotes
          {...{ reading, faults, faultsId }}
          text={state.q}
          onExact={(q) => narrow({ q }, { kind: 'choice', group: 'q' })}
        />
      }
      views={<ViewSwitch state={state} change={change} counted={counted} plain={plain} />}
      chips={
        chips.length > 0 && (
          <Chips
            chips={chips}
            none=""
            onRemove={(name) => narrow({ [name]: undefined }, { kind: 'choice', group: name })}
            onClear={() => change(onlyText, { kind: 'choice', group: 'clear' })}
          />
        )
      }
      actions={
        !plain && (
          <SaveButton
            saving={saving}
            disabledReason={
              total === 0 ? labels.nothingToExport : searchError ? labels.fixSearchFirst : undefined
            }
          />
        )
      }
    >
      {searchError ? (
        <EmptyState icon="search" title={labels.refused.title}>
          {labels.refused.text}
        </EmptyState>
      ) : state.by === 'project' ? (
        <ProjectsView {...view} />
      ) : plain ? (
        <Suspense>
          <PlainView {...view} />
        </Suspense>
      ) : state.by === 'license' ? (
        <Suspense>
          <LicensesView {...view} />
        </Suspense>
      ) : (
        <PackagesView {...view} />
      )}
    </ListFrame>
  )
}
