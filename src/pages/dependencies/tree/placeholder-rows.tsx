import { explain } from '#api/http/errors.ts'
import { FullWidthRow } from '#features/list/table/full-width-row.tsx'
import type { DisplayRow, DisplayRowState } from '#table/rows/display-row.ts'
import { Button } from '#ui/button.tsx'
import { RequestId } from '#ui/status/error-state.tsx'
import { Skeleton } from '#ui/status/skeleton.tsx'
import { labels } from '../labels.ts'
import type { Branch } from './use-branches.ts'

/** A line that a press does something with. */
export interface PressableRow extends DisplayRow {
  press?: (() => void) | undefined
}

/** The id of what stands for lines under another that are not there. */
export const placeholderId = (parentId: string) => `more ${parentId}`
export const isPlaceholder = (id: string) => id.startsWith('more ')

interface PlaceholderOptions {
  /** Under which line: part of the ids of the lines. */
  parentId: string
  level: number
  branch: Branch<unknown>
  /** What stands there: `dependencies`. */
  nouns: string
  /** How many rows are there, and how many there are in all, where that is known. */
  here: number
  all: number | undefined
}

/** What follows the rows of an open line: that they are coming, that they failed, that there are more, or that there are none. */
export function placeholderRows({
  parentId,
  level,
  branch,
  nouns,
  here,
  all,
}: PlaceholderOptions): PressableRow[] {
  const { pending, error, more, fetching, retry } = branch
  const line = (render: (state: DisplayRowState) => ReturnType<typeof FullWidthRow>, press?: () => void) => [
    { id: placeholderId(parentId), level, render, press },
  ]
  if (error && !pending) {
    const { title, detail, requestId } = explain(error)
    return line(
      (state) => (
        <FullWidthRow state={state} level={level}>
          <span className="min-w-0 truncate text-danger" title={detail}>
            {labels.tree.failed(nouns, title, detail)}
          </span>
          {requestId && <RequestId id={requestId} />}
          <Button size="small" icon="refresh" onClick={retry} loading={fetching}>
            {labels.tree.retry}
          </Button>
        </FullWidthRow>
      ),
      retry,
    )
  }
  if (pending) {
    return line((state) => (
      <FullWidthRow state={state} level={level}>
        <span className="text-3">{labels.tree.loading(nouns)}</span>
        <Skeleton className="max-w-60 flex-1" />
      </FullWidthRow>
    ))
  }
  if (more) {
    const left = all === undefined ? undefined : all - here
    return line(
      (state) => (
        <FullWidthRow state={state} level={level}>
          <Button variant="quiet" size="small" tabIndex={state.active ? 0 : -1} onClick={more}>
            {labels.tree.more}
          </Button>
          {left !== undefined && left > 0 && <span className="text-3">{labels.tree.left(left)}</span>}
        </FullWidthRow>
      ),
      more,
    )
  }
  if (here > 0) return []
  return line((state) => (
    <FullWidthRow state={state} level={level}>
      <span className="text-2">{labels.tree.none(nouns)}</span>
    </FullWidthRow>
  ))
}
