import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { decisionsOptions } from '#api/findings/jobs.ts'
import type { TriageChange } from '#contract/responses/triage.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { Link } from '#features/link.tsx'
import { changeText } from '#features/triage/jobs/job-labels.ts'
import { useUndoJob } from '#features/triage/jobs/use-undo-job.ts'
import { useSaveDecision } from '#features/triage/saving/use-save-decision.tsx'
import { paths } from '#lib/urls/paths.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { SkeletonLines } from '#ui/status/skeleton-lines.tsx'
import { Time } from '#ui/text/time.tsx'
import { menuLabels } from '../menu-labels.ts'

/** The person's recent triages, newest first, each with Undo for a day. */
export function DecisionsDialog({ slug, onClose }: { slug: string; onClose: () => void }) {
  const [now] = useState(() => new Date())
  const { data, error, isFetching, refetch } = useQuery(decisionsOptions(slug))
  return (
    <Dialog
      open
      onClose={onClose}
      title={menuLabels.decisions.title}
      description={menuLabels.decisions.description}
    >
      {error && !data ? (
        <ErrorPanel
          error={error}
          title={menuLabels.decisions.failed}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : !data ? (
        <SkeletonLines count={5} />
      ) : data.length === 0 ? (
        <EmptyState icon="history" title={menuLabels.decisions.emptyTitle} className="py-8!">
          {menuLabels.decisions.empty}
        </EmptyState>
      ) : (
        <ul className="grid gap-2">
          {data.map((change) => (
            <li
              key={change.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded border border-line px-3 py-2"
            >
              <DecisionItem slug={slug} change={change} now={now} onLeave={onClose} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

interface DecisionItemProps {
  slug: string
  change: TriageChange
  now: Date
  onLeave: () => void
}

function DecisionItem({ slug, change, now, onLeave }: DecisionItemProps) {
  const { undo } = useSaveDecision(slug, change.issue_type)
  const job = useUndoJob(slug)
  const [busy, setBusy] = useState(false)
  const takeBack = async () => {
    if (change.job_id !== null) return job.mutate(change.job_id)
    setBusy(true)
    await undo(change.id)
    setBusy(false)
  }
  const [only] = change.count === 1 ? change.finding_ids : []
  return (
    <>
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {only === undefined ? (
            changeText(change)
          ) : (
            <Link to={paths.finding(slug, change.issue_type, only)} onClick={onLeave}>
              {changeText(change)}
            </Link>
          )}
        </p>
        {change.note && <p className="wrap-anywhere whitespace-pre-wrap text-2">{change.note}</p>}
        <p className="text-xs text-2">
          <Time value={change.at} now={now} />
          {change.job_id !== null && menuLabels.decisions.job}
          {change.undone_at !== null && (
            <>
              {menuLabels.decisions.undone}
              <Time value={change.undone_at} now={now} />
            </>
          )}
        </p>
      </div>
      {change.undo_until !== null && change.undone_at === null && (
        <Button
          size="small"
          icon="undo"
          loading={busy || job.isPending}
          aria-label={menuLabels.decisions.undoOne(changeText(change))}
          onClick={() => void takeBack()}
        >
          {menuLabels.decisions.undo}
        </Button>
      )}
    </>
  )
}
