import { hashKey, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { explain } from '#api/http/errors.ts'
import { mayIn, meOptions } from '#api/me.ts'
import { policyScopesOptions } from '#api/policy-scopes.ts'
import { projectFacetsOptions, projectPageOptions } from '#api/projects/projects.ts'
import { ImportLink } from '#features/import-link.tsx'
import { Chips } from '#features/list/filters/chips.tsx'
import { ListFailure } from '#features/list/list-failure.tsx'
import { ListFrame } from '#features/list/list-frame.tsx'
import { useSearchState } from '#features/list/search-params/use-search-state.ts'
import { useRowSelection } from '#features/list/selection/use-row-selection.tsx'
import { useRestorePosition } from '#features/list/table/use-restore-position.ts'
import { useTableKeys } from '#features/list/table/use-table-keys.ts'
import { undoLast } from '#features/tags/change-tags.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { DataTable } from '#table/data-table.tsx'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { parseSort } from '#table/sort.ts'
import { useAfterPaint } from '#table/use-after-paint.ts'
import { announce } from '#ui/live-region.tsx'
import { toast } from '#ui/toast/toast.ts'
import type { ProjectRow } from './cells.tsx'
import { projectColumns } from './columns.tsx'
import { EmptyProjects } from './empty-projects.tsx'
import { labels } from './labels.ts'
import { ListFooter } from './list-footer.tsx'
import { ProjectCard } from './project-card.tsx'
import { ProjectsBar } from './projects-bar.tsx'
import { ProjectsRail } from './rail.tsx'
import { chipsOf, filterOf, noFilter, type ProjectsState, projectsShape, requestOf } from './search-params.ts'
import { SortSelect, sortOf } from './sort-select.tsx'
import { RowEditor } from './tags/row-editor.tsx'
import { useBaselineRows } from './use-baseline-rows.ts'
import { useClientLinks } from './use-client-links.ts'

const idOf = ({ project }: ProjectRow) => String(project.id)
const none: readonly ProjectRow[] = []
const addressOptions = { labels: labels.params }

/** Loads a page of projects in the order of the list, with its neighbors. */
function useProjectsPage(deployment: string) {
  const url = useSearchState(projectsShape, addressOptions)
  const { values: state, change } = url
  const request = useMemo(() => requestOf(state), [state])
  const filter = useMemo(() => filterOf(state), [state])
  const list = useQuery(projectPageOptions(deployment, request))
  const isPainted = useAfterPaint(list.data !== undefined || list.error !== null)
  const facets = useQuery({ ...projectFacetsOptions(deployment, filter), enabled: isPainted })
  // While a new query loads, the displayed data belongs to the previous one.
  const question = hashKey([request])
  const [answeredQuestion, setAnsweredQuestion] = useState(question)
  if (!list.isPlaceholderData && answeredQuestion !== question) setAnsweredQuestion(question)
  const baseline = useBaselineRows(answeredQuestion, list.data?.projects)
  const total = list.data?.total
  useEffect(() => {
    if (total !== undefined) announce(labels.count(total))
  }, [total])
  const page = request.page ?? 0
  const size = request.page_size ?? 0
  const start = page * size
  const goTo = (to: number) =>
    change({ page: to === 0 ? undefined : to }, { kind: 'choice', group: `page ${to}` })
  const hasNext = total !== undefined && start + size < total && !list.isPlaceholderData
  return {
    ...url,
    ...{ state, filter, list, facets, question, baseline, total, size, start },
    previous: start > 0 ? () => goTo(page - 1) : undefined,
    next: hasNext ? () => goTo(page + 1) : undefined,
  }
}

/** The rows, their selection, and the tag editor: of one project under its row, or of the selected ones. */
function useProjectsTable(deployment: string, page: ReturnType<typeof useProjectsPage>) {
  const { filter, list, question, baseline, entry, how, previous, next } = page
  const { data: me } = useQuery(meOptions())
  const tagsReason = me && !mayIn(me, deployment, 'projects:write') ? labels.readOnly : undefined
  const table = useRef<DataTableHandle>(null)
  const search = useRef<HTMLInputElement>(null)
  const [editing, setEditing] = useState<string>()
  const [bulk, setBulk] = useState(false)
  const edit = useCallback((id: string) => setEditing((open) => (open === id ? undefined : id)), [])
  const rows = useMemo(() => {
    const now = new Date()
    return baseline.rows?.map(
      (project): ProjectRow => ({ project, deployment, now, tagsReason, onTags: edit }),
    )
  }, [baseline.rows, deployment, tagsReason, edit])
  const ready = rows !== undefined && !list.isPlaceholderData
  const restore = useRestorePosition({ table, entry, how, question, ready })
  const selection = useRowSelection({
    ...{ table, rows: rows ?? none, idOf, question: hashKey([filter]), noun: labels.noun },
  })
  useClientLinks(table)
  if (bulk && selection.selected.size === 0) setBulk(false)
  useTableKeys({
    table,
    search,
    selection,
    previousPage: previous,
    nextPage: next,
    more: {
      undoRow: () => undoLast(deployment),
      leaveRows: () => {
        if (bulk) return setBulk(false)
        const isEmpty = selection.selected.size === 0
        selection.clear()
        return !isEmpty
      },
      tagRow: () => {
        if (tagsReason) return toast({ title: tagsReason })
        if (selection.selected.size > 0) return setBulk(true)
        const id = table.current?.active()
        if (id !== undefined) edit(id)
        return id !== undefined
      },
    },
  })
  const closeEditor = () => {
    if (editing !== undefined) table.current?.focusRow(editing)
    setEditing(undefined)
  }
  const edited = rows?.find((row) => idOf(row) === editing)
  return { table, search, rows, restore, selection, tagsReason, bulk, setBulk, edited, closeEditor }
}

/** The projects of a deployment with their filters, and tags that are edited inline, for one or several at once. */
export function ProjectsList({ deployment }: { deployment: string }) {
  const page = useProjectsPage(deployment)
  const { state, dropped, change, list, facets, baseline, total, size, start, previous, next } = page
  const model = useProjectsTable(deployment, page)
  const { table, search, rows, selection, tagsReason, bulk, setBulk } = model
  const chips = useChips(deployment, state)
  return (
    <ListFrame
      title={labels.title}
      label={labels.title}
      total={total}
      dropped={dropped}
      filters={chips.length}
      search={{
        ref: search,
        label: labels.search,
        placeholder: labels.searchPlaceholder,
        value: state.q,
        onType: (q) => change({ q }, { kind: 'typing' }),
      }}
      // An empty list has the link in its place.
      tools={total !== 0 && <ImportLink deployment={deployment} />}
      rail={<ProjectsRail state={state} change={change} counted={facets.data} />}
      chips={
        <Chips
          chips={chips}
          none={labels.allProjects}
          onRemove={(name) => change({ [name]: undefined }, { kind: 'choice', group: name })}
          onClear={() => change(noFilter, { kind: 'choice', group: 'clear' })}
        />
      }
      actions={<SortSelect state={state} change={change} />}
    >
      <ProjectsTable {...{ deployment, page, model, chips }} />
      <ListFooter
        {...{ start, total, size, previous, next, change, baseline }}
        rows={rows?.length}
        failed={list.error !== null}
      />
      {selection.selected.size > 0 && (
        <ProjectsBar {...{ deployment, table, selection, tagsReason }} open={bulk} onOpen={setBulk} />
      )}
    </ListFrame>
  )
}

/** The filters in use, with the names of policies. */
function useChips(deployment: string, state: ProjectsState) {
  const { data } = useQuery({ ...policyScopesOptions(deployment), enabled: state.policy_ids !== undefined })
  return chipsOf(state, (id) => data?.policies.find((policy) => policy.id === id)?.name ?? id)
}

interface ProjectsTableProps {
  deployment: string
  chips: ReturnType<typeof useChips>
  page: ReturnType<typeof useProjectsPage>
  model: ReturnType<typeof useProjectsTable>
}

function ProjectsTable({ deployment, chips, page, model }: ProjectsTableProps) {
  const navigate = useNavigate()
  const { state, change, list, baseline, total, start } = page
  const { table, rows, restore, selection, tagsReason, edited, closeEditor } = model
  const problem = list.error && !list.isFetching ? explain(list.error) : undefined
  const editor = edited && (
    <RowEditor
      deployment={deployment}
      project={edited.project}
      disabledReason={tagsReason}
      onClose={closeEditor}
    />
  )
  return (
    <DataTable
      ref={table}
      label={labels.title}
      columns={projectColumns}
      rows={rows}
      rowId={idOf}
      start={start}
      total={total}
      sort={parseSort(state.sort ?? 'name')}
      onSort={(sort) => change({ sort: sortOf(sort) }, { kind: 'choice', group: 'sort' })}
      openId={undefined}
      isDimmed={(id) => baseline.left.has(id)}
      selection={selection.selection}
      onOpen={(id) => {
        const row = rows?.find((one) => idOf(one) === id)
        if (row) void navigate(settingsPaths.project(deployment, row.project.name))
      }}
      detail={edited && { id: idOf(edited), content: editor }}
      brief={({ project }) => project.name}
      card={ProjectCard}
      restore={restore}
      skeletonRows={20}
      refreshing={list.isFetching && rows !== undefined}
      empty={<EmptyProjects {...{ deployment, state, chips, change, total }} />}
      error={
        problem && (
          <ListFailure
            what={labels.loadedWhat}
            problem={problem}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
            rowsAreHere={rows !== undefined}
          />
        )
      }
    />
  )
}
