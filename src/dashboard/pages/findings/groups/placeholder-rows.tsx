import { explain } from '#api/http/errors.ts'
import { FullWidthRow } from '#features/list/table/full-width-row.tsx'
import type { DisplayRowState } from '#table/rows/display-row.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { RequestId } from '#ui/status/error-state.tsx'
import { Skeleton } from '#ui/status/skeleton.tsx'
import { groupLabels } from './labels.ts'
import { rowsPerRequest } from './use-group-rows.ts'

/** Replaces a group's findings while they load. */
export function LoadingRow({ rowState, count }: { rowState: DisplayRowState; count: number }) {
  return (
    <FullWidthRow state={rowState} level={2}>
      <span className="text-3">{groupLabels.loading(Math.min(count, rowsPerRequest))}</span>
      <Skeleton className="max-w-60 flex-1" />
    </FullWidthRow>
  )
}

interface ErrorRowProps {
  rowState: DisplayRowState
  error: Error
  retrying: boolean
  onRetry: () => void
}

/** Replaces a group's findings that failed to load: the reason, the request id, and a retry button. */
export function ErrorRow({ rowState, error, retrying, onRetry }: ErrorRowProps) {
  const { title, detail, requestId } = explain(error)
  return (
    <FullWidthRow state={rowState} level={2}>
      <span className="min-w-0 truncate text-danger" title={detail}>
        {groupLabels.failed(`${title.charAt(0).toLowerCase()}${title.slice(1)}. ${detail}`)}
      </span>
      {requestId && <RequestId id={requestId} />}
      <Button size="small" icon="refresh" onClick={onRetry} loading={retrying}>
        {groupLabels.retry}
      </Button>
    </FullWidthRow>
  )
}

/** Shown under the findings of a group that has more of them. */
export function MoreRow({
  rowState,
  more,
  onMore,
}: {
  rowState: DisplayRowState
  more: number
  onMore: () => void
}) {
  const next = Math.min(more, rowsPerRequest)
  return (
    <FullWidthRow state={rowState} level={2}>
      <Button variant="quiet" size="small" tabIndex={rowState.active ? 0 : -1} onClick={onMore}>
        {groupLabels.showMore(next)}
      </Button>
      {more > next && <span className="text-3">{groupLabels.notShown(more - next)}</span>}
    </FullWidthRow>
  )
}

/** Shown in a group that became empty through triage by others. */
export function EmptyRow({ rowState }: { rowState: DisplayRowState }) {
  return (
    <FullWidthRow state={rowState} level={2}>
      <span className="text-2">{groupLabels.empty}</span>
    </FullWidthRow>
  )
}

interface FoldRowProps {
  rowState: DisplayRowState
  count: number
  open: boolean
  onToggle: () => void
}

/** Shown before the revoked secrets; shows or hides them. */
export function FoldRow({ rowState, count, open, onToggle }: FoldRowProps) {
  return (
    <FullWidthRow state={rowState} level={1} expanded={rowState.phone ? undefined : open}>
      <span className="flex items-center gap-2 text-2">
        <Icon name="key" className="size-3.5" />
        <span>{groupLabels.inactive(count)}</span>
        <Button
          variant="quiet"
          size="small"
          tabIndex={rowState.active ? 0 : -1}
          aria-expanded={open}
          onClick={onToggle}
        >
          {open ? groupLabels.hide : groupLabels.show}
        </Button>
      </span>
    </FullWidthRow>
  )
}
