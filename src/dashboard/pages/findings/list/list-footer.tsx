import { Suspense } from 'react'
import { Pagination } from '#table/pagination.tsx'
import { lazy } from '#ui/lazy.tsx'
import { nextOf, previousOf } from '../triage/baseline-rows.ts'
import type { ListState } from './list-state.ts'
import type { useFindings } from './use-findings.ts'
import type { ChangeList } from './use-list-state.ts'

const ListNews = lazy(() => import('./list-updates.tsx').then((module) => module.ListUpdates))

interface Paging {
  state: ListState
  start: number | undefined
  change: ChangeList
  list: ReturnType<typeof useFindings>
}

/** While the target page is unknown the button stays enabled but does nothing. */
const stay = () => undefined

/** Returns the actions for the previous and next page, each undefined if there is none. */
export function pagingOf({ state, start, change, list }: Paging) {
  const { page, after, pageSize } = state
  const { rows = [], left, total } = list
  const next = nextOf({ rows, page, after, start, left, total, pageSize })
  const previous = previousOf({ page, after, start, pageSize })
  const go = (to: typeof next) => {
    if (!to) return undefined
    return () =>
      change(
        (now) => ({ ...now, page: to.page ?? 0, after: to.after }),
        { kind: 'choice', group: `page ${Date.now()}` },
        { start: to.start },
      )
  }
  return { previous: go(previous), next: list.changing ? next && stay : go(next) }
}

type ListFooterProps = Paging & ReturnType<typeof pagingOf>

/** The footer of the list: the shown range, the pages, and how many findings triaged here no longer match. */
export function ListFooter({ state, start, change, list, previous, next }: ListFooterProps) {
  const { rows, total, left, leftOut } = list
  return (
    <Pagination
      start={start}
      rows={rows?.length ?? 0}
      total={total}
      loading={rows === undefined && !list.error}
      failed={rows === undefined && list.error !== null}
      pageSize={state.pageSize}
      onPageSize={(pageSize) =>
        change((now) => ({ ...now, pageSize, page: 0, after: undefined }), {
          kind: 'choice',
          group: 'page size',
        })
      }
      onPrevious={previous}
      onNext={next}
    >
      {(left > 0 || list.fresh > 0 || leftOut > 0) && (
        <Suspense>
          <ListNews {...{ left, leftOut, fresh: list.fresh }} onRefresh={() => void list.refresh()} />
        </Suspense>
      )}
    </Pagination>
  )
}
