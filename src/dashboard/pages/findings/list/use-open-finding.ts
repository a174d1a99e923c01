import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { FindingPanel } from './lazy-panel.ts'
import type { ChangeList } from './use-list-state.ts'

/** A grouped list also has rows for group headers, whose ids are not numeric. */
export const isFinding = (id: string) => /^\d+$/.test(id)

interface OpenFindingOptions {
  table: RefObject<DataTableHandle | null>
  /** The id of the open finding in the URL. */
  openId: string | undefined
  rows: readonly Finding[]
  change: ChangeList
  /** Called before a detail opens while none is open. */
  onFirstOpen: () => void
}

/** Opens, follows and closes the detail next to the list; the focused row and the open detail stay in sync. */
export function useOpenFinding({ table, openId, rows, change, onFirstOpen }: OpenFindingOptions) {
  // The URL updates asynchronously after a key; the next key needs the new id at once.
  const opened = useRef(openId)
  useLayoutEffect(() => {
    opened.current = openId
  }, [openId])
  // If a link, Back or Forward opens another finding, its row gets the focus too.
  const isInRows = openId !== undefined && rows.some((row) => String(row.id) === openId)
  useEffect(() => {
    if (!isInRows || openId === undefined || table.current?.active() === openId) return
    const isFocusInRows = document.activeElement?.closest('[data-row]') != null
    if (isFocusInRows) table.current?.focusRow(openId)
    else table.current?.activate(openId)
  }, [openId, isInRows, table])

  const setOpen = (id: string | undefined, way: 'choice' | 'program') => {
    opened.current = id
    const open = id === undefined ? undefined : Number(id)
    change(
      (now) => ({ ...now, open }),
      way === 'choice' ? { kind: 'choice', group: `open ${id}` } : { kind: way },
    )
  }
  /** Opens the detail of the focused row, however the focus moved, if a detail is open. */
  const follow = (id: string) => {
    if (isFinding(id) && opened.current !== undefined && opened.current !== id) setOpen(id, 'program')
  }
  return {
    follow,
    open: (id: string) => {
      if (opened.current === undefined) onFirstOpen()
      FindingPanel.preload()
      setOpen(id, opened.current === undefined ? 'choice' : 'program')
    },
    /** Focuses a row and opens its detail if one is open. */
    goTo: (id: string) => {
      table.current?.focusRow(id)
      if (opened.current !== undefined && opened.current !== id) setOpen(id, 'program')
    },
    /** Moves the focus like a key, and returns the new row. */
    walk: (key: string) => {
      const id = table.current?.move(key)
      if (id !== undefined) follow(id)
      return id
    },
    /** Closes the detail; false if none is open. */
    close: () => {
      const id = opened.current
      setOpen(undefined, 'program')
      if (id !== undefined) table.current?.focusRow(id)
      return id !== undefined
    },
  }
}
