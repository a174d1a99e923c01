import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { FindingPanel } from './lazy-panel.ts'
import type { ChangeList } from './use-list-state.ts'

/** Between the findings of a grouped list stand the headers of its groups, whose ids are words. */
export const isFinding = (id: string) => /^\d+$/.test(id)

interface OpenFindingOptions {
  table: RefObject<DataTableHandle | null>
  /** The finding whose detail is open, by the URL. */
  openId: string | undefined
  rows: readonly Finding[]
  change: ChangeList
  /** A detail is about to open where none was. */
  onFirstOpen: () => void
}

/** Opens, follows and closes the detail beside the list; the row with the focus and the open detail stay together. */
export function useOpenFinding({ table, openId, rows, change, onFirstOpen }: OpenFindingOptions) {
  // The URL follows a key a moment later; the next key must know of it already.
  const opened = useRef(openId)
  useLayoutEffect(() => {
    opened.current = openId
  }, [openId])
  // A link, Back or Forward opens another finding: its row is the one with the focus too.
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
  /** The open detail is that of the row with the focus, whatever moved it. */
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
    /** Goes to a row, with the detail if one is open. */
    goTo: (id: string) => {
      table.current?.focusRow(id)
      if (opened.current !== undefined && opened.current !== id) setOpen(id, 'program')
    },
    /** Moves the focus as a key would, and gives the row it went to. */
    walk: (key: string) => {
      const id = table.current?.move(key)
      if (id !== undefined) follow(id)
      return id
    },
    /** Closes the detail; false where none is open. */
    close: () => {
      const id = opened.current
      setOpen(undefined, 'program')
      if (id !== undefined) table.current?.focusRow(id)
      return id !== undefined
    },
  }
}
