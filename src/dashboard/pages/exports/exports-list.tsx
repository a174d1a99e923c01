import { hashKey, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { mayIn, meOptions } from '#api/me.ts'
import { Chips } from '#features/list/filters/chips.tsx'
import { ListFrame } from '#features/list/list-frame.tsx'
import { useSearchState } from '#features/list/search-params/use-search-state.ts'
import { InfiniteTable } from '#features/list/table/infinite-table.tsx'
import { useTableKeys } from '#features/list/table/use-table-keys.ts'
import { labels as sbomLabels } from '#features/sbom/labels.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/lazy.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { ExportCard, type ExportRow, exportColumns } from './columns.tsx'
import { EmptyExports } from './empty-exports.tsx'
import { ExportDetail } from './export-detail.tsx'
import { labels } from './labels.ts'
import { ExportsRail } from './rail.tsx'
import { chipsOf, exportsShape, filterOf, noFilter } from './search-params.ts'
import { useExports, useProjectName } from './use-exports.ts'

const ExportDialog = lazyDialog(() =>
  import('#features/sbom/export-dialog.tsx').then((module) => module.ExportDialog),
)

const idOf = ({ made }: ExportRow) => made.taskToken
const addressOptions = { labels: labels.params, unrelatedNames: ['open'] }

/** The exports of a deployment, newest first, with a button to create one. */
export function ExportsList({ deployment }: { deployment: string }) {
  const { values: state, dropped, change, entry, how } = useSearchState(exportsShape, addressOptions)
  const { data: me } = useQuery(meOptions())
  const [exporting, setExporting] = useState(false)
  const lacks = me && !mayIn(me, deployment, 'sbom:export') ? sbomLabels.lacksScope : undefined
  const filter = useMemo(() => filterOf(state), [state])
  const { list, rows, total, counted } = useExports(deployment, filter, me !== undefined && !lacks)
  const project = useProjectName(deployment, state.repositoryId, rows)
  const table = useRef<DataTableHandle>(null)
  useTableKeys({ table })
  const chips = chipsOf(state, project)
  const open = rows?.find(({ made }) => made.taskToken === state.open)
  const obstacle = obstacleOf(lacks, list.error)
  return (
    <ListFrame
      title={labels.title}
      label={labels.title}
      total={total}
      dropped={dropped}
      filters={chips.length}
      rail={<ExportsRail deployment={deployment} state={state} change={change} project={project} />}
      tools={
        <Button variant="primary" icon="plus" disabledReason={lacks} onClick={() => setExporting(true)}>
          {labels.create}
        </Button>
      }
      chips={
        <Chips
          chips={chips}
          none={labels.all}
          onRemove={(name) => change({ [name]: undefined }, { kind: 'choice', group: name })}
          onClear={() => change(noFilter, { kind: 'choice', group: 'clear' })}
        />
      }
    >
      {obstacle ?? (
        <InfiniteTable
          {...{ table, list, rows, total, counted, entry, how }}
          label={labels.title}
          noun={labels.noun}
          columns={exportColumns}
          rowId={idOf}
          question={hashKey([filter])}
          openId={state.open}
          onOpen={(id) =>
            change({ open: id === state.open ? undefined : id }, { kind: 'choice', group: 'open' })
          }
          detail={open && { id: open.made.taskToken, content: <ExportDetail row={open} /> }}
          card={ExportCard}
          empty={<EmptyExports deployment={deployment} state={state} change={change} project={project} />}
        />
      )}
      {exporting && (
        <Suspense>
          <ExportDialog deployment={deployment} onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </ListFrame>
  )
}

/** Returns the message shown instead of the list if the person has no access or the service has no exports. */
function obstacleOf(lacks: string | undefined, error: Error | null): ReactNode {
  if (lacks !== undefined) {
    return (
      <EmptyState icon="lock" title={labels.hidden}>
        {lacks}.
      </EmptyState>
    )
  }
  if (error === null || explain(error).kind !== 'unbuilt') return undefined
  return (
    <EmptyState icon="download" title={labels.unlisted.title}>
      {labels.unlisted.text}
    </EmptyState>
  )
}
