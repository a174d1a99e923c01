import { Chips } from '#features/list/filters/chips.tsx'
import { ListFrame } from '#features/list/list-frame.tsx'
import { toggled } from '#features/list/search-params/use-search-state.ts'
import { InfiniteFooter } from '#features/list/table/infinite-footer.tsx'
import { Button } from '#ui/button.tsx'
import { labels } from '../labels.ts'
import { ruleFilters } from './rule-filters.ts'
import { RulesProvider } from './rules-context.ts'
import { RulesRail } from './rules-rail.tsx'
import { RulesSelection } from './rules-selection.tsx'
import { RulesTable } from './rules-table.tsx'
import type { useRules } from './use-rules.ts'
import { type RulesListProps, useRulesModel } from './use-rules-model.ts'

/** The rules of a policy, whose modes can be changed inline. */
export function RulesList(props: RulesListProps) {
  const { deployment, policyId, type, modes, address, title, tags, tools, isDefault } = props
  const { values, dropped, change } = address
  const model = useRulesModel(props)
  const { rules, table, search, selection, modeChange, selectAll, context } = model
  const filters = ruleFilters(address)
  const { chips, remove, clear } = filters
  const { total } = rules
  const { disabledReason } = modes
  return (
    <RulesProvider value={context}>
      <ListFrame
        title={title}
        tags={tags}
        label={labels.list.label}
        total={total}
        search={{
          ref: search,
          label: labels.list.search,
          placeholder: labels.list.searchHint,
          value: values.q,
          onType: (q) => change({ q }, { kind: 'typing' }),
        }}
        chips={<Chips chips={chips} onRemove={remove} onClear={clear} none={labels.list.noFilters} />}
        filters={chips.length}
        rail={
          <RulesRail
            values={values}
            facets={rules.facets}
            onToggle={(name, value) =>
              change({ [name]: toggled<string>(values[name], value) }, { kind: 'choice', group: name })
            }
          />
        }
        tools={tools}
        dropped={dropped}
      >
        <RulesTable {...props} model={model} filters={filters} />
        <RulesFooter rules={rules} />
      </ListFrame>
      <RulesSelection
        {...{ deployment, policyId, type, table, selection, modeChange, total, disabledReason }}
        adding={modes.mayChange ? modes : undefined}
        removal={isDefault || !modes.mayChange ? undefined : modes}
        onAll={selectAll.start}
        loadingAll={selectAll.isLoading}
      />
    </RulesProvider>
  )
}

function RulesFooter({ rules }: { rules: ReturnType<typeof useRules> }) {
  const { list, gone, come } = rules
  return (
    <InfiniteFooter
      rows={rules.rows?.length}
      total={list.data?.pages[0]?.total ?? undefined}
      noun={labels.list.noun}
      more={rules.more}
      loading={list.isFetchingNextPage}
    >
      {(gone.size > 0 || come > 0) && (
        <span className="flex items-center gap-2">
          {gone.size > 0 && labels.list.gone(gone.size)}
          {come > 0 && labels.list.come(come)}
          <Button size="small" onClick={() => void list.refetch()} loading={list.isRefetching}>
            {labels.list.refresh}
          </Button>
        </span>
      )}
    </InfiniteFooter>
  )
}
