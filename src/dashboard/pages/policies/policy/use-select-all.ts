import { useEffect, useEffectEvent, useState } from 'react'
import type { PolicyRule } from '#contract/responses/policies.ts'
import { mostAtOnce } from './use-mode-change.ts'
import type { useRules } from './use-rules.ts'

interface SelectAllOptions {
  list: ReturnType<typeof useRules>['list']
  rows: readonly PolicyRule[]
  onLoaded: (rows: readonly PolicyRule[]) => void
}

/** Loads all matching rules page by page and selects them. */
export function useSelectAll({ list, rows, onLoaded }: SelectAllOptions) {
  const [isLoading, setIsLoading] = useState(false)
  const isComplete = !list.hasNextPage || rows.length >= mostAtOnce
  const { isFetching, error, fetchNextPage } = list
  const end = useEffectEvent(() => {
    setIsLoading(false)
    if (isComplete) onLoaded(rows.slice(0, mostAtOnce))
  })
  useEffect(() => {
    if (!isLoading || isFetching) return
    if (isComplete || error) end()
    else void fetchNextPage()
  }, [isLoading, isFetching, isComplete, error, fetchNextPage])
  return { isLoading, start: () => setIsLoading(true) }
}
