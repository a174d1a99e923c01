import { useQueryClient } from '@tanstack/react-query'
import { type PointerEvent, useEffect, useRef } from 'react'
import { findingOptions } from '#api/findings/findings.ts'
import { FindingPanel } from './lazy-panel.ts'
import { isFinding } from './use-open-finding.ts'

/** The hover time, in milliseconds, before a row's detail is prefetched. */
const delay = 120

/** Prefetches a finding's detail when the pointer rests on its row. Returns the event handler of the rows. */
export function useHoverPrefetch(deployment: string): (event: PointerEvent) => void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (event) => {
    clearTimeout(timer.current)
    const id = event.target instanceof Element && event.target.closest('[data-row]')?.getAttribute('data-row')
    if (!id || !isFinding(id) || event.pointerType === 'touch') return
    timer.current = setTimeout(() => {
      FindingPanel.preload()
      void client.prefetchQuery(findingOptions(deployment, Number(id)))
    }, delay)
  }
}
