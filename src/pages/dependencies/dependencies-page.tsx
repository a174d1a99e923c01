import { useId, useMemo, useRef, useState } from 'react'
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
import { chipsOf, dependenciesShape, filterOf, onlyText, unrelatedNames } from './search-params.ts'
import { useDependencyQueries } from './use-dependency-queries.ts'
import { useProjectNames } from './use-project-names.ts'
import { ViewSwitch } from './view-switch.tsx'

const addressOptions = { labels: labels.params, unrelatedNames: [...unrelatedNames] }

/** The dependencies of a deployment: who uses what, by package, by project and by license. */
export function DependenciesPage({ deployment }: { deployment: string }) {
  const { values: state, dropped, change, entry, how } = useSearchState(dependenciesShape, addressOptions)
  const reading = useMemo(() => parseSearch(state.q ?? ''), [state.q])
  const filter = useMemo(() => filterOf(state, reading), [state, reading])
  const table = useRef<DataTableHandle>(null)
  const search = useRef<HTMLInputElement>(null)
  const { plain, searchError, facets, counted, total } = useDependencyQueries(deployment, state, filter)
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
          {...{ reading, faults, faultsId }}
          text={state.q}
          onExact={(q) => narrow({ q }, { kind: 'choice', group: 'q' })}
        />
      }
      views={<ViewSwitch {...{ state, change, counted, plain }} />}
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

/** Why what is listed cannot be exported; undefined where it can. */
function exportObstacle(total: number | undefined, searchError: unknown): string | undefined {
  if (total === 0) return labels.nothingToExport
  return searchError ? labels.fixSearchFirst : undefined
}
