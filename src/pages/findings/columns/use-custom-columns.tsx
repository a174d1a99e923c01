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
import { chosenColumns, loadMoreColumns, moreColumns, type OwnColumns } from './column-choice.ts'

/** Other columns in place of the present ones; undefined for the usual ones. */
type Choose = (update: (ids: readonly string[]) => readonly string[] | undefined) => void

interface Asked {
  usual: Column<Finding>[]
  type: ListType
  names: readonly string[] | undefined
  widths: ReturnType<typeof columnWidths>
  Grip: Arrangement['Grip']
}

const idsOf = (columns: readonly Column<Finding>[]) => columns.flatMap(({ id }) => id ?? [])

function arranged({ usual, type, names, widths, Grip }: Asked): OwnColumns {
  const more = moreColumns(type)
  const { columns, chosen, unknown } = chosenColumns(usual, more, names)
  return {
    columns,
    arrangement: { ...layoutOf(columns, { chosen, widths }), Grip },
    // While not all columns are here nobody knows which name is none.
    dropped: more ? unknown.map((name) => listLabels.unknownColumn(name.slice(0, 60))) : [],
  }
}

/** Fetches the columns that are not usual. Without them the list has those that are here. */
export async function bringMore(type: ListType): Promise<void> {
  await loadMoreColumns(type).catch(() => undefined)
}

/** The columns of a list as address and browser have them, for its first drawing. */
export function ownColumnsOf(usual: Column<Finding>[], { type, columns: names }: ListState): OwnColumns {
  return arranged({ usual, type, names, widths: columnWidths(type), Grip: () => null })
}

interface Arranging {
  usual: Column<Finding>[]
  state: ListState
  change: ChangeList
  /** Hears the columns whenever they are others. */
  onColumns: (own: OwnColumns) => void
}

/** Keeps the columns as the person arranges them, and gives what the menu of the columns needs. */
export function useOwnColumns({ usual, state, change, onColumns }: Arranging) {
  const { type, columns: names } = state
  const widths = useColumnWidths(type)
  const more = moreColumns(type)
  const choose: Choose = (update) =>
    change(
      (now) => {
        const ids = update(idsOf(chosenColumns(usual, more, now.columns).columns))
        return { ...now, columns: ids?.join('\n') === idsOf(usual).join('\n') ? undefined : ids }
      },
      { kind: 'choice', group: 'columns' },
    )
  const latest = useRef(choose)
  latest.current = choose
  const Grip = useMemo(
    () =>
      function Grip(column: { id: string; label: string }) {
        const resize = (id: string, width: number | undefined) => resizeColumn(type, id, width)
        return <ColumnGrip {...column} onResize={resize} onMove={(ids) => latest.current(() => ids)} />
      },
    [type],
  )
  const key = names?.join('\n')
  const own = useMemo(
    () => arranged({ usual, type, names: key?.split('\n'), widths, Grip }),
    // More columns being here makes names known.
    [usual, type, key, widths, Grip, more],
  )
  useLayoutEffect(() => onColumns(own), [own, onColumns])
  return {
    usual,
    shown: own.columns,
    choose,
    resized: Object.keys(widths).length > 0,
    forget: () => resetColumnWidths(type),
  }
}

export type ColumnChoosing = ReturnType<typeof useOwnColumns>
