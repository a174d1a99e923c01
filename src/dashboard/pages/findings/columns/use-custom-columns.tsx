import { useLayoutEffect, useMemo, useRef } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import type { Arrangement } from '#table/columns/arrangement.ts'
import { ColumnGrip } from '#table/columns/column-grip.tsx'
import { layoutOf } from '#table/columns/column-layout.ts'
import {
  columnWidths,
  resetColumnWidths,
  resizeColumn,
  useColumnWidths,
} from '#table/columns/column-widths.ts'
import type { Column } from '#table/columns/columns.ts'
import { listLabels } from '../labels.ts'
import type { ListState, ListType } from '../list/list-state.ts'
import type { ChangeList } from '../list/use-list-state.ts'
import { type CustomColumns, chosenColumns, loadOptionalColumns, optionalColumns } from './column-choice.ts'

/** Replaces the current columns; undefined selects the default ones. */
type Choose = (update: (ids: readonly string[]) => readonly string[] | undefined) => void

interface CustomColumnsOptions {
  defaults: Column<Finding>[]
  /** The optional columns; undefined until they have loaded. */
  more: ReturnType<typeof optionalColumns>
  names: readonly string[] | undefined
  widths: ReturnType<typeof columnWidths>
  Grip: Arrangement['Grip']
}

const idsOf = (columns: readonly Column<Finding>[]) => columns.flatMap(({ id }) => id ?? [])

function arranged({ defaults, more, names, widths, Grip }: CustomColumnsOptions): CustomColumns {
  const { columns, chosen, unknown } = chosenColumns(defaults, more, names)
  return {
    columns,
    arrangement: { ...layoutOf(columns, { chosen, widths }), Grip },
    // Unknown names can be reported only once all columns have loaded.
    dropped: more ? unknown.map((name) => listLabels.unknownColumn(name.slice(0, 60))) : [],
  }
}

/** Loads the optional columns. If that fails, the list uses the columns that are loaded. */
export async function loadWithFallback(type: ListType): Promise<void> {
  await loadOptionalColumns(type).catch(() => undefined)
}

/** Returns the columns of a list from URL and browser storage, for its first render. */
export function customColumnsOf(
  defaults: Column<Finding>[],
  { type, columns: names }: ListState,
): CustomColumns {
  return arranged({
    ...{ defaults, names },
    more: optionalColumns(type),
    widths: columnWidths(type),
    Grip: () => null,
  })
}

interface Arranging {
  defaults: Column<Finding>[]
  state: ListState
  change: ChangeList
  /** Called whenever the columns change. */
  onColumns: (custom: CustomColumns) => void
}

/** Stores the person's column arrangement and returns the props of the columns menu. */
export function useCustomColumns({ defaults, state, change, onColumns }: Arranging) {
  const { type, columns: names } = state
  const widths = useColumnWidths(type)
  const more = optionalColumns(type)
  const choose: Choose = (update) =>
    change(
      (now) => {
        const ids = update(idsOf(chosenColumns(defaults, more, now.columns).columns))
        return { ...now, columns: ids?.join('\n') === idsOf(defaults).join('\n') ? undefined : ids }
      },
      { kind: 'choice', group: 'columns' },
    )
  const latest = useRef(choose)
  useLayoutEffect(() => {
    latest.current = choose
  })
  const Grip = useMemo(
    () =>
      function Grip(column: { id: string; label: string }) {
        const resize = (id: string, width: number | undefined) => resizeColumn(type, id, width)
        return <ColumnGrip {...column} onResize={resize} onMove={(ids) => latest.current(() => ids)} />
      },
    [type],
  )
  const key = names?.join('\n')
  const custom = useMemo(
    () => arranged({ defaults, more, names: key?.split('\n'), widths, Grip }),
    [defaults, more, key, widths, Grip],
  )
  useLayoutEffect(() => onColumns(custom), [custom, onColumns])
  return {
    defaults,
    shown: custom.columns,
    choose,
    resized: Object.keys(widths).length > 0,
    forget: () => resetColumnWidths(type),
  }
}

export type ColumnChoosing = ReturnType<typeof useCustomColumns>
