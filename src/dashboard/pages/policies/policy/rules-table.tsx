import { explain } from '#api/http/errors.ts'
import { ImportLink } from '#features/import-link.tsx'
import { ListFailure } from '#features/list/list-failure.tsx'
import { NoMatches } from '#features/list/no-matches.tsx'
import { modeLabel } from '#features/policies/names.ts'
import { ruleTitle } from '#lib/text/rule-title.ts'
import { DataTable } from '#table/data-table.tsx'
import { parseSort } from '#table/sort.ts'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { labels } from '../labels.ts'
import { RuleImpactForm } from '../mode/rule-impact-form.tsx'
import { briefRule } from './cells.tsx'
import { ruleColumns } from './columns.tsx'
import { RuleCard } from './rule-card.tsx'
import type { ruleFilters } from './rule-filters.ts'
import { policyShape } from './search-params.ts'
import { useOpenRule } from './use-open-rule.ts'
import type { useRules } from './use-rules.ts'

import { idOf, type RulesListProps, type useRulesModel } from './use-rules-model.ts'

type PartProps = RulesListProps & {
  model: ReturnType<typeof useRulesModel>
  filters: ReturnType<typeof ruleFilters>
}

/** The rules as a table, with the impact of a change under its rule. */
export function RulesTable(props: PartProps) {
  const { deployment, address, model, filters, isDefault } = props
  const { values, change } = address
  const { rules, table, selection, restore, context } = model
  const { list } = rules
  const { onClickCapture, open } = useOpenRule(deployment)
  const problem = list.error && !list.isFetching ? explain(list.error) : undefined
  return (
    <div
      className="flex min-h-0 flex-1 flex-col"
      onClickCapture={onClickCapture}
      {...context.active.listeners}
    >
      <DataTable
        ref={table}
        label={labels.list.label}
        columns={ruleColumns}
        rows={rules.rows}
        rowId={idOf}
        start={0}
        total={rules.total}
        sort={parseSort(values.sort ?? 'path')}
        onSort={(sort) =>
          change(
            { sort: sort === 'path' ? undefined : policyShape.sort.safeParse(sort).data },
            { kind: 'choice', group: 'sort' },
          )
        }
        openId={undefined}
        isDimmed={(id) => rules.gone.has(id)}
        selection={selection.selection}
        onOpen={open}
        detail={impactOf(props)}
        brief={briefRule}
        card={(rule) => <RuleCard rule={rule} />}
        restore={restore}
        skeletonRows={20}
        refreshing={list.isFetching && rules.rows !== undefined}
        empty={<NoRules {...{ deployment, isDefault, filters }} without={rules.without} />}
        error={
          problem && (
            <ListFailure
              what={labels.list.nouns}
              problem={problem}
              onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
              retrying={list.isFetching}
              rowsAreHere={rules.rows !== undefined}
            />
          )
        }
      />
    </div>
  )
}

/** Returns the impact of the pending mode, under its rule. */
function impactOf({ deployment, policyId, type, model }: PartProps) {
  const { rules, modeChange } = model
  const { pending } = modeChange
  const rule =
    pending?.rulePath === undefined ? undefined : rules.rows?.find(({ path }) => path === pending.rulePath)
  if (!rule || !pending) return undefined
  const content = (
    <RuleImpactForm
      {...{ deployment, policyId, type }}
      rulePath={rule.path}
      policyMode={pending.to}
      title={labels.change.setOne(ruleTitle(rule.path, rule.title), modeLabel(pending.to))}
      onApply={modeChange.apply}
      onCancel={modeChange.cancel}
    />
  )
  return { id: rule.path, content }
}

interface NoRulesProps {
  deployment: string
  isDefault: boolean
  without: ReturnType<typeof useRules>['without']
  filters: ReturnType<typeof ruleFilters>
}

function NoRules({ deployment, isDefault, without, filters: { chips, remove, clear } }: NoRulesProps) {
  if (chips.length > 0) {
    const { noun } = labels.list
    return <NoMatches {...{ noun, without }} filters={chips} onRemove={remove} onClear={clear} />
  }
  return (
    <EmptyState
      icon="shield"
      title={labels.list.emptyTitle}
      actions={isDefault ? <ImportLink deployment={deployment} /> : undefined}
    >
      <p>{isDefault ? labels.list.empty : labels.list.emptyOther}</p>
    </EmptyState>
  )
}
