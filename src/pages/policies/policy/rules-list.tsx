import { hashKey } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { explain } from '#api/http/errors.ts'
import type { PolicyRule } from '#contract/responses/policies.ts'
import { ImportLink } from '#features/import-link.tsx'
import { Chips } from '#features/list/filters/chips.tsx'
import { ListFailure } from '#features/list/list-failure.tsx'
import { ListFrame } from '#features/list/list-frame.tsx'
import { NoMatches } from '#features/list/no-matches.tsx'
import { toggled, type useSearchState } from '#features/list/search-params/use-search-state.ts'
import { InfiniteFooter } from '#features/list/table/infinite-footer.tsx'
import { useLoadMore } from '#features/list/table/use-load-more.ts'
import { useRestorePosition } from '#features/list/table/use-restore-position.ts'
import { useRowSelection } from '#features/list/table/use-row-selection.tsx'
import { useTableKeys } from '#features/list/table/use-table-keys.ts'
import { joinWords } from '#lib/text/format.ts'
import type { PageType } from '#lib/urls/paths.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { DataTable } from '#table/data-table.tsx'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { parseSort } from '#table/sort.ts'
import { Button } from '#ui/button.tsx'
import { announce } from '#ui/live-region.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { labels } from '../labels.ts'
import { ImpactForm } from '../mode/impact-form.tsx'
import { modeInfos, modeLabel, needsNote } from '../mode/modes.ts'
import type { Modes } from '../mode/use-modes.tsx'
import { createActiveRow } from './active-row.ts'
import { briefRule } from './cells.tsx'
import { ruleColumns } from './columns.tsx'
import { RuleCard } from './rule-card.tsx'
import { ruleTitle } from './rule-labels.ts'
import { RulesProvider } from './rules-context.ts'
import { RulesRail } from './rules-rail.tsx'
import { RulesSelection } from './rules-selection.tsx'
import { filterLabel, filterLabels, filterNames, policyShape } from './search-params.ts'
import { mostAtOnce, useModeChange } from './use-mode-change.ts'
import { useRules } from './use-rules.ts'

interface RulesListProps {
  deployment: string
  policyId: string
  type: PageType
  modes: Modes
  address: ReturnType<typeof useSearchState<typeof policyShape>>
  title: ReactNode
  tags: ReactNode
  tools: ReactNode
}

const idOf = (rule: PolicyRule) => rule.path
const nothing: readonly PolicyRule[] = []

/** The rules of a policy, with their modes to be changed in place. */
export function RulesList(props: RulesListProps) {
  const { deployment, policyId, type, modes, address, title, tags, tools } = props
  const { values, dropped, change, entry, how } = address
  const { tab: _, ...query } = values
  const { sort: __, ...filter } = query
  const rules = useRules(deployment, policyId, query, modes)
  const { list, rows = nothing, total, gone, come } = rules
  const navigate = useNavigate()
  const table = useRef<DataTableHandle>(null)
  const search = useRef<HTMLInputElement>(null)
  const selection = useRowSelection({
    table,
    rows,
    idOf,
    question: hashKey([filter]),
    noun: labels.list.noun,
  })
  const modeChange = useModeChange({ policyId, table, rows, selection, modes })
  const question = hashKey([query])
  const ready = rules.rows !== undefined && !list.isPlaceholderData
  const place = useRestorePosition({ table, entry, how, question, ready })
  // What failed is asked for again by a person alone.
  useLoadMore({ table, rows: rows.length, more: list.error ? undefined : rules.more })

  // All that match are loaded page by page, and then selected.
  const [wantsAll, setWantsAll] = useState(false)
  const loaded = !list.hasNextPage || rows.length >= mostAtOnce
  useEffect(() => {
    if (!wantsAll || list.isFetching) return
    if (!loaded && !list.error) return void list.fetchNextPage()
    setWantsAll(false)
    if (loaded) selection.add(rows.slice(0, mostAtOnce))
  }, [wantsAll, list.isFetching, loaded])

  const told = useRef(question)
  useEffect(() => {
    if (!ready || total === undefined || told.current === question) return
    told.current = question
    announce(labels.change.rules(total))
  }, [ready, total, question])

  useTableKeys({
    table,
    search,
    selection,
    more: {
      undoRow: () => void modes.undo(),
      setMode: (key) => {
        const look = modeInfos.find((one) => one.key === key)
        if (look) modeChange.press(look.mode)
      },
    },
  })

  const [active] = useState(createActiveRow)
  const now = useMemo(() => new Date(), [list.dataUpdatedAt])
  const { choose } = modeChange
  const latest = useRef(choose)
  latest.current = choose
  const { fixRateSince } = rules
  const { disabledReason } = modes
  const context = useMemo(
    () => ({
      ...{ deployment, policyId, type, now, fixRateSince, disabledReason, active },
      choose: (...asked: Parameters<typeof choose>) => latest.current(...asked),
    }),
    [deployment, policyId, type, now, fixRateSince, disabledReason, active],
  )

  const chips = [
    ...filterNames.flatMap((name) => {
      const chosen = values[name] ?? []
      const value = joinWords(chosen.map((one) => filterLabel(name, one)))
      return chosen.length === 0 ? [] : [{ name, label: filterLabels[name], value }]
    }),
    ...(values.q ? [{ name: 'q' as const, label: labels.list.filters.q, value: values.q }] : []),
  ]
  const clear = () =>
    change(Object.fromEntries([...filterNames, 'q'].map((name) => [name, undefined])), {
      kind: 'choice',
      group: 'clear',
    })
  const remove = (name: (typeof chips)[number]['name']) =>
    change({ [name]: undefined }, { kind: 'choice', group: name })

  // A press beside the modes is a press that missed one of them.
  const missed = useRef(false)
  const notePress = ({ target }: MouseEvent) => {
    const cell = target instanceof Element && !target.closest('button') ? target.closest('td') : null
    missed.current = cell?.querySelector('[data-mode-cell]') != null
  }
  const open = (id: string) => {
    if (!missed.current) void navigate(settingsPaths.rule(deployment, id))
    missed.current = false
  }

  const problem = list.error && !list.isFetching ? explain(list.error) : undefined
  const { pending: asking } = modeChange
  const asked = asking?.rulePath === undefined ? undefined : rows.find((row) => row.path === asking.rulePath)
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
        <div className="flex min-h-0 flex-1 flex-col" onClickCapture={notePress} {...active.listeners}>
          <DataTable
            ref={table}
            label={labels.list.label}
            columns={ruleColumns}
            rows={rules.rows}
            rowId={idOf}
            start={0}
            total={total}
            sort={parseSort(values.sort ?? 'path')}
            onSort={(sort) =>
              change(
                { sort: sort === 'path' ? undefined : policyShape.sort.safeParse(sort).data },
                { kind: 'choice', group: 'sort' },
              )
            }
            openId={undefined}
            isDimmed={(id) => gone.has(id)}
            selection={selection.selection}
            onOpen={open}
            detail={
              asked &&
              asking && {
                id: asked.path,
                content: (
                  <ImpactForm
                    key={`${asked.path} ${asking.to}`}
                    {...{ deployment, policyId, type }}
                    title={labels.change.setOne(ruleTitle(asked), modeLabel(asking.to))}
                    request={{ rulePaths: [asked.path], policyMode: asking.to }}
                    rulePaths={[asked.path]}
                    count={1}
                    note={needsNote(asking.to)}
                    onApply={modeChange.apply}
                    onCancel={modeChange.cancel}
                  />
                ),
              }
            }
            brief={briefRule}
            card={(rule) => <RuleCard rule={rule} />}
            restore={place}
            skeletonRows={20}
            refreshing={list.isFetching && rules.rows !== undefined}
            empty={
              chips.length === 0 ? (
                <EmptyState
                  icon="shield"
                  title={labels.list.emptyTitle}
                  actions={<ImportLink deployment={deployment} />}
                >
                  {labels.list.empty.map((text) => (
                    <p key={text}>{text}</p>
                  ))}
                </EmptyState>
              ) : (
                <NoMatches
                  noun={labels.list.noun}
                  filters={chips}
                  without={rules.without}
                  onRemove={remove}
                  onClear={clear}
                />
              )
            }
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
        <InfiniteFooter
          rows={rules.rows?.length}
          total={first(list.data)}
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
      </ListFrame>
      <RulesSelection
        {...{ deployment, policyId, type, table, selection, modeChange, total, disabledReason }}
        onAll={() => setWantsAll(true)}
        loadingAll={wantsAll}
      />
    </RulesProvider>
  )
}

function first(data: ReturnType<typeof useRules>['list']['data']): number | undefined {
  return data?.pages[0]?.total ?? undefined
}
