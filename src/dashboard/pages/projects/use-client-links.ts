import { type RefObject, useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { DataTableHandle } from '#table/data-table-props.ts'

/** Handles presses on plain links in a table by client-side navigation. All other presses are left to the browser. */
export function useClientLinks(table: RefObject<DataTableHandle | null>): void {
  const navigate = useNavigate()
  useEffect(() => {
    const scroller = table.current?.scrollElement()
    if (!scroller) return
    const press = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      // Links in an editor under a row handle their own presses.
      if (!link?.closest('[data-row]') || event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      void navigate(link.pathname + link.search)
    }
    scroller.addEventListener('click', press)
    return () => scroller.removeEventListener('click', press)
  }, [table, navigate])
}
