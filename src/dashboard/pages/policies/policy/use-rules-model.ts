import { hashKey } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { PolicyRule } from '#contract/responses/policies.ts'
import type { useSearchState } from '#features/list/search-params/use-search-state.ts'
import { useRowSelection } from '#features/list/selection/use-row-selection.tsx'
import { useLoadMore } from '#features/list/table/use-load-more.ts'
import { useRestorePosition } from '#features/list/table/use-restore-position.ts'
import { useTableKeys } from '#features/list/table/use-table-keys.ts'
import { useMoment } from '#features/use-moment.ts'
import { uniqueLeads } from '#lib/text/unique-leads.ts'
import type { PageType } from '#lib/urls/paths.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { announce } from '#ui/live-region.tsx'
import { labels } from '../labels.ts'
import { modeInfos } from '../mode/modes.ts'
import type { Modes } from '../mode/use-modes.tsx'
import { createActiveRow } from './active-row.ts'
import type { policyShape } from './search-params.ts'
import { useModeChange } from './use-mode-change.ts'
import { useRules } from './use-rules.ts'
import { useSelectAll } from './use-select-all.ts'

export interface RulesListProps {
  deployment: string
  policyId: string
  type: PageType
  modes: Modes
  address: ReturnType<typeof useSearchState<typeof policyShape>>
  title: ReactNode
  tags: ReactNode
  tools: ReactNode
  /** Its rules cannot be removed. */
  isDefault: boolean
}

export const idOf = (rule: PolicyRule) => rule.path
const nothing: readonly PolicyRule[] = []

/** Returns the state and actions of the list, from its URL and its queries. */
export function useRulesModel({ deployment, policyId, type, modes, address }: RulesListProps) {
  const { values, entry, how } = address
  const { tab: _, ...query } = values
  const { sort: __, ...filter } = query
  const rules = useRules(deployment, policyId, query, modes)
  const { list, rows = nothing, total } = rules
  const table = useRef<DataTableHandle>(null)
  const search = useRef<HTMLInputElement>(null)
  const { noun } = labels.list
  const selection = useRowSelection({ table, rows, idOf, question: hashKey([filter]), noun })
  const modeChange = useModeChange({ policyId, table, rows, selection, modes })
  const question = hashKey([query])
  const ready = rules.rows !== undefined && !list.isPlaceholderData
  const restore = useRestorePosition({ table, entry, how, question, ready })
  // A failed page is retried only by the person.
  useLoadMore({ table, rows: rows.length, more: list.error ? undefined : rules.more })
  const selectAll = useSelectAll({ list, rows, onLoaded: selection.add })
  useAnnounceTotal({ question, ready, total })
  useTableKeys({
    table,
    search,
    selection,
    more: {
      undoRow: () => void modes.undo(),
      setMode: (key) => {
        const info = modeInfos.find((one) => one.key === key)
        if (info) modeChange.press(info.mode)
      },
    },
  })
  const context = useContextOfRules({ deployment, policyId, type, modes, rules, choose: modeChange.choose })
  return { rules, table, search, selection, modeChange, restore, selectAll, context }
}

interface AnnounceOptions {
  question: string
  ready: boolean
  total: number | undefined
}

/** Announces the number of matching rules, once for each search. */
function useAnnounceTotal({ question, ready, total }: AnnounceOptions): void {
  const announced = useRef(question)
  useEffect(() => {
    if (!ready || total === undefined || announced.current === question) return
    announced.current = question
    announce(labels.change.rules(total))
  }, [ready, total, question])
}

interface ContextOptions extends Pick<RulesListProps, 'deployment' | 'policyId' | 'type' | 'modes'> {
  rules: ReturnType<typeof useRules>
  choose: ReturnType<typeof useModeChange>['choose']
}

/** Returns the context of the rule cells: the same object until one of its values changes. */
function useContextOfRules({ deployment, policyId, type, modes, rules, choose }: ContextOptions) {
  const [active] = useState(createActiveRow)
  const now = useMoment(rules.list.dataUpdatedAt)
  const latest = useRef(choose)
  useLayoutEffect(() => {
    latest.current = choose
  })
  const { fixRateSince, rows = nothing } = rules
  const leads = useMemo(() => uniqueLeads(rows.map(idOf)), [rows])
  const { disabledReason } = modes
  return useMemo(
    () => ({
      ...{ deployment, policyId, type, now, fixRateSince, leads, disabledReason, active },
      choose: (...args: Parameters<typeof choose>) => latest.current(...args),
    }),
    [deployment, policyId, type, now, fixRateSince, leads, disabledReason, active],
  )
}
