import { useInfiniteQuery } from '@tanstack/react-query'
import { policyHistoryOptions } from '#api/policies.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { useKeys } from '#features/shortcuts/use-keys.ts'
import { useMoment } from '#features/use-moment.ts'
import type { PageType } from '#lib/urls/paths.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { SkeletonLines } from '#ui/status/skeleton-lines.tsx'
import { labels } from '../labels.ts'
import type { Modes } from '../mode/use-modes.tsx'
import { HistoryEntry } from './history-entry.tsx'

interface HistoryProps {
  deployment: string
  policyId: string
  type: PageType
  modes: Modes
}

/** Every mode change of a policy, newest first, each with a revert button. */
export function History({ deployment, policyId, type, modes }: HistoryProps) {
  useKeys('table', { undoRow: () => void modes.undo() })
  const list = useInfiniteQuery(policyHistoryOptions(deployment, policyId))
  const changes = list.data?.pages.flatMap((page) => page.changes)
  const now = useMoment(list.dataUpdatedAt)
  const known = new Map(changes?.map((change) => [change.id, change]))
  return (
    <div className="max-w-240 pt-2">
      {list.error && (
        <ErrorPanel
          error={list.error}
          title={changes ? labels.history.outdated : labels.history.failed}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {!changes && !list.error && <SkeletonLines count={4} />}
      {changes?.length === 0 && (
        <EmptyState icon="shield" title={labels.history.emptyTitle}>
          <p>{labels.history.empty}</p>
        </EmptyState>
      )}
      {changes && changes.length > 0 && (
        <ol aria-label={labels.history.label} className="divide-y divide-line border-y border-line">
          {changes.map((change) => (
            <HistoryEntry
              key={change.id}
              {...{ deployment, policyId, type, modes, change, now }}
              putsBack={change.putsBack ? known.get(change.putsBack) : undefined}
            />
          ))}
        </ol>
      )}
      {list.hasNextPage && (
        <p className="pt-3">
          <Button onClick={() => void list.fetchNextPage()} loading={list.isFetchingNextPage}>
            {labels.history.older}
          </Button>
        </p>
      )}
    </div>
  )
}
