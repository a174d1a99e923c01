import { useId, useMemo, useRef, useState } from 'react'
import type { DependencyFilter } from '#contract/operations/dependencies.ts'
import { Chips } from '#features/list/filters/chips.tsx'
import { ListFrame } from '#features/list/list-frame.tsx'
import { SaveButton } from '#features/list/save-button.tsx'
import { type ChangeSearch, useSearchState } from '#features/list/search-params/use-search-state.ts'
import { useTableKeys } from '#features/list/table/use-table-keys.ts'
import { useCsvDownload } from '#features/list/use-csv-download.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { DependenciesView } from './dependencies-view.tsx'
import { labels } from './labels.ts'
import { DependenciesRail } from './rail.tsx'
import { faultsOf, PackageSearch, SearchNotes } from './search/package-search.tsx'
import { parseSearch } from './search/parse-search.ts'
import {
  chipsOf,
  containingFilter,
  type DependenciesState,
  dependenciesShape,
  filterOf,
  onlyText,
  unrelatedNames,
} from './search-params.ts'
import { useContaining, useDependencyQueries } from './use-dependency-queries.ts'
import { useProjectNames } from './use-project-names.ts'
import type { ViewProps } from './view-props.ts'
import { ViewSwitch } from './view-switch.tsx'

const addressOptions = { labels: labels.params, unrelatedNames: [...unrelatedNames] }

const choice = (group: string) => ({ kind: 'choice', group }) as const

/** Reads the dependencies filter from the URL and loads the matching data. */
function useDependencies(deployment: string) {
  const { values: state, change, ...address } = useSearchState(dependenciesShape, addressOptions)
  const reading = useMemo(() => parseSearch(state.q ?? ''), [state.q])
  const filter = useMemo(() => filterOf(state, reading), [state, reading])
  const queries = useDependencyQueries(deployment, state, filter)
  const containing = useContaining(deployment, containingFilter(state, reading), queries.counted)
  const nameOf = useProjectNames(deployment, filter)
  /** Changes the filter and closes all open rows, since the list changes. */
  const narrow: ChangeSearch<typeof dependenciesShape> = (patch, how) =>
    change({ open: undefined, ...patch }, how)
  return { state, change, narrow, ...address, reading, filter, nameOf, containing, ...queries }
}

/** Exports all matching dependencies. */
function useDependencyExport(deployment: string, filter: DependencyFilter) {
  return useCsvDownload({
    noun: labels.nouns.dependency,
    nouns: labels.nouns.dependencies,
    download: async (signal, onProgress) => {
      const { downloadDependencies } = await import('#api/dependencies/export.ts')
      return downloadDependencies(deployment, filter, signal, onProgress)
    },
  })
}

/** The dependencies of a deployment, grouped by package, project or license. */
export function DependenciesPage({ deployment }: { deployment: string }) {
  const { state, change, narrow, dropped, entry, how, reading, filter, nameOf, ...queries } =
    useDependencies(deployment)
  const { plain, searchError, facets, counted, total, containing } = queries
  const table = useRef<DataTableHandle>(null)
  const search = useRef<HTMLInputElement>(null)
  const saving = useDependencyExport(deployment, filter)
  useTableKeys({ table, search })
  const [tooLong, setTooLong] = useState<number>()
  const faultsId = useId()
  const faults = faultsOf(reading, tooLong, searchError)
  const chips = chipsOf(state, nameOf)
  return (
    <ListFrame
      title={labels.title}
      label={labels.title}
      total={total}
      totalText={total === undefined ? undefined : totalText(total, state, counted)}
      totalHint={labels.usesHint}
      dropped={dropped}
      filters={chips.length}
      rail={
        <DependenciesRail
          {...{ deployment, state, filter, change, nameOf }}
          counted={facets}
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
          {...{ reading, faults, faultsId, containing }}
          text={state.q}
          onChange={(q) => narrow({ q }, choice('q'))}
          notComparable={counted?.notComparable ?? 0}
          onNotComparable={() => narrow({ notComparable: true }, choice('notComparable'))}
        />
      }
      views={<ViewSwitch {...{ state, change, counted, plain }} />}
      chips={chips.length > 0 && <FilterChips {...{ chips, narrow, change }} />}
      actions={!plain && <SaveButton saving={saving} disabledReason={exportObstacle(total, searchError)} />}
    >
      <DependenciesView
        view={{ deployment, state, filter, change, table, entry, how, counted, nameOf }}
        plain={plain}
        refused={searchError !== undefined}
      />
    </ListFrame>
  )
}

/** The total with the number of what the view lists: links from a number of packages or projects open it. */
function totalText(total: number, { by }: DependenciesState, counted: ViewProps['counted']): string {
  const uses = labels.uses(total)
  if (!counted) return uses
  return by === 'project'
    ? labels.inProjects(uses, counted.projects)
    : labels.ofPackages(uses, counted.packages)
}

/** Returns why the list cannot be exported; undefined if it can. */
function exportObstacle(total: number | undefined, searchError: unknown): string | undefined {
  if (total === 0) return labels.nothingToExport
  return searchError ? labels.fixSearchFirst : undefined
}

interface FilterChipsProps {
  chips: ReturnType<typeof chipsOf>
  narrow: ChangeSearch<typeof dependenciesShape>
  change: ChangeSearch<typeof dependenciesShape>
}

function FilterChips({ chips, narrow, change }: FilterChipsProps) {
  return (
    <Chips
      chips={chips}
      none=""
      onRemove={(name) => narrow({ [name]: undefined }, choice(name))}
      onClear={() => change(onlyText, choice('clear'))}
    />
  )
}
