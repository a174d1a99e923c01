import type { GroupsPage } from '#api/findings/groups.ts'
import type { Grouping } from '#contract/vocabulary.ts'
import { Pagination } from '#table/pagination.tsx'
import type { ListState } from '../list/list-state.ts'
import { groupingLabels, groupLabels } from './labels.ts'

interface GroupFooterProps {
  by: Grouping
  state: ListState
  page: GroupsPage | undefined
  failed: boolean
  /** The number of findings triaged here that the filter no longer matches. */
  left: number
  leftOut: number
  previous: (() => void) | undefined
  next: (() => void) | undefined
  onPageSize: (size: number) => void
  onRefresh: () => void
}

/** The footer of a grouped list: which groups are shown, and how many findings triaged here no longer match. */
export function GroupFooter(props: GroupFooterProps) {
  const { by, state, page, failed, left, leftOut, previous, next, onPageSize, onRefresh } = props
  const { one, many } = groupingLabels[by]
  return (
    <Pagination
      start={state.page * state.pageSize}
      rows={page?.groups.length ?? 0}
      total={page?.total}
      unit={page?.total === 1 ? one : many}
      loading={page === undefined && !failed}
      failed={failed}
      pageSize={state.pageSize}
      onPageSize={onPageSize}
      onPrevious={previous}
      onNext={next}
    >
      <span className="truncate">
        {left > 0 && (
          <>
            {groupLabels.noLongerMatch(left)} ·{' '}
            <button type="button" onClick={onRefresh} className="rounded-sm text-accent hover:underline">
              {groupLabels.refresh}
            </button>
          </>
        )}
        {leftOut > 0 && <span className="text-caution"> {groupLabels.unreadable(leftOut)}</span>}
      </span>
    </Pagination>
  )
}
