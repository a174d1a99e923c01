import { useQueryClient } from '@tanstack/react-query'
import { type PointerEvent, useEffect, useRef } from 'react'
import { findingOptions } from '#api/findings/findings.ts'
import { FindingPanel } from './lazy-panel.ts'
import { isFinding } from './use-open-finding.ts'

/** How long the pointer rests on a row before its detail is requested, in milliseconds. */
const delay = 120

/** Requests a finding's detail when the pointer rests on its row. Returns the handler for the rows. */
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
