import { type RefObject, useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { DataTableHandle } from '#table/data-table-props.ts'

/** Goes to where a plain link in a table leads, without loading the dashboard again. Every other press is the browser's. */
export function useClientLinks(table: RefObject<DataTableHandle | null>): void {
  const navigate = useNavigate()
  useEffect(() => {
    const scroller = table.current?.scrollElement()
    if (!scroller) return
    const press = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      // What is edited under a row has links of its own, which know where they lead.
      if (!link?.closest('[data-row]') || event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      void navigate(link.pathname + link.search)
    }
    scroller.addEventListener('click', press)
    return () => scroller.removeEventListener('click', press)
  }, [table, navigate])
}
