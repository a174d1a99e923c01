import { useEffect, useState } from 'react'
import type { PolicyRule } from '#contract/responses/policies.ts'
import { mostAtOnce } from './use-mode-change.ts'
import type { useRules } from './use-rules.ts'

interface SelectAllOptions {
  list: ReturnType<typeof useRules>['list']
  rows: readonly PolicyRule[]
  onLoaded: (rows: readonly PolicyRule[]) => void
}

/** Loads all matching rules page by page, and then selects them. */
export function useSelectAll({ list, rows, onLoaded }: SelectAllOptions) {
  const [isLoading, setIsLoading] = useState(false)
  const isComplete = !list.hasNextPage || rows.length >= mostAtOnce
  useEffect(() => {
    if (!isLoading || list.isFetching) return
    if (!isComplete && !list.error) return void list.fetchNextPage()
    setIsLoading(false)
    if (isComplete) onLoaded(rows.slice(0, mostAtOnce))
  }, [isLoading, list.isFetching, isComplete])
  return { isLoading, start: () => setIsLoading(true) }
}
