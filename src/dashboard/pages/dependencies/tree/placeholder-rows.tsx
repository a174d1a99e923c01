import { explain } from '#api/http/errors.ts'
import { FullWidthRow } from '#features/list/table/full-width-row.tsx'
import type { DisplayRow, DisplayRowState } from '#table/rows/display-row.ts'
import { Button } from '#ui/button.tsx'
import { RequestId } from '#ui/status/error-state.tsx'
import { Skeleton } from '#ui/status/skeleton.tsx'
import { labels } from '../labels.ts'
import type { Branch } from './use-branches.ts'

/** A row with an action on press. */
export interface PressableRow extends DisplayRow {
  press?: (() => void) | undefined
}

/** Returns the id of the placeholder for missing rows under a parent. */
export const placeholderId = (parentId: string) => `more ${parentId}`
export const isPlaceholder = (id: string) => id.startsWith('more ')

interface PlaceholderOptions {
  /** The id of the parent row, which is part of the row ids. */
  parentId: string
  level: number
  branch: Branch<unknown>
  /** The plural noun of the rows: `dependencies`. */
  nouns: string
  /** The number of loaded rows, and the total if it is known. */
  here: number
  all: number | undefined
}

/** Returns the placeholder after the rows of an open parent: loading, failed, more available, or empty. */
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
