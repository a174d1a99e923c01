import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { cancelJobOptions, isActive } from '#api/findings/jobs.ts'
import { explain } from '#api/http/errors.ts'
import type { Job } from '#contract/responses/triage.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { Link } from '#features/link.tsx'
import { jobText, progressText, skippedText } from '#features/triage/jobs/job-labels.ts'
import { useUndoJob } from '#features/triage/jobs/use-undo-job.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { Button } from '#ui/button.tsx'
import { lazy } from '#ui/lazy.tsx'
import { Drawer } from '#ui/overlay/drawer.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { ProgressBar } from '#ui/status/progress-bar.tsx'
import { SkeletonLines } from '#ui/status/skeleton-lines.tsx'
import { Tag } from '#ui/tag.tsx'
import { Time } from '#ui/text/time.tsx'
import { toast } from '#ui/toast/toast.ts'
import { menuLabels } from '../menu-labels.ts'

const ExportCards = lazy(() => import('#features/sbom/export-cards.tsx').then((module) => module.ExportCards))

interface JobsDrawerProps {
  slug: string
  jobs: readonly Job[] | undefined
  error: Error | null
  onClose: () => void
}

/** The person's jobs, newest first: progress, result, cancel and undo. */
export function JobsDrawer({ slug, jobs, error, onClose }: JobsDrawerProps) {
  const [now] = useState(() => new Date())
  return (
    <Drawer open side="right" title={menuLabels.jobs.title} onClose={onClose}>
      <Suspense>
        <ExportCards slug={slug} onLeave={onClose} />
      </Suspense>
      {error && !jobs ? (
        <ErrorPanel error={error} title={menuLabels.jobs.failed} />
      ) : !jobs ? (
        <SkeletonLines count={4} />
      ) : jobs.length === 0 ? (
        <EmptyState icon="tray" title={menuLabels.jobs.emptyTitle} className="py-8! [section+&]:hidden">
          {menuLabels.jobs.empty}
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {jobs.map((job) => (
            <li key={job.id} className="rounded border border-line p-3">
              <JobCard
                slug={slug}
                job={job}
                now={now}
                onLeave={onClose}
                undoing={jobs.some((other) => other.undoes === job.id && isActive(other))}
              />
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  )
}

const tones = { done: 'ok', failed: 'danger', cancelled: 'caution' } as const

const toneOf = (state: string) => Object.entries(tones).find(([name]) => name === state)?.[1]
const labelOf = (state: string) =>
  Object.entries(menuLabels.jobs.states).find(([name]) => name === state)?.[1] ?? state

interface JobCardProps {
  slug: string
  job: Job
  now: Date
  onLeave: () => void
  /** Another job is undoing this one. */
  undoing: boolean
}

function JobCard(props: JobCardProps) {
  const { slug, job, now } = props
  const cancel = useMutation({
    ...cancelJobOptions(slug),
    onError: (error) => {
      const { title, detail, kind } = explain(error)
      if (kind !== 'expired') toast({ tone: 'danger', title: menuLabels.jobs.notCanceled(title), detail })
    },
  })
  const undo = useUndoJob(slug)
  const active = isActive(job)
  return (
    <div className="grid gap-2">
      <div className="flex items-start gap-2">
        <p className="min-w-0 flex-1 font-medium">{jobText(job)}</p>
        <Tag tone={toneOf(job.state)}>{labelOf(job.state)}</Tag>
      </div>
      {active && (
        <ProgressBar
          label={jobText(job)}
          value={job.kind === 'import' ? undefined : job.total === 0 ? 1 : settled(job) / job.total}
          className="h-1"
        />
      )}
      <p className="text-2 tabular-nums">
        {progressText(job)} · <Time value={job.at} now={now} />
      </p>
      <JobDetails {...props} />
      {active && (
        <Button
          size="small"
          className="justify-self-start"
          loading={cancel.isPending}
          onClick={() => cancel.mutate(job.id)}
        >
          {menuLabels.jobs.cancel}
        </Button>
      )}
      {!active && job.undo_until !== null && (
        <Button
          size="small"
          icon="undo"
          className="justify-self-start"
          loading={undo.isPending}
          onClick={() => undo.mutate(job.id)}
        >
          {menuLabels.jobs.undo}
        </Button>
      )}
    </div>
  )
}

/** The result of a job: the scan of an import, the note, errors and skipped findings, and whether it was undone. */
function JobDetails({ slug, job, now, undoing, onLeave }: JobCardProps) {
  return (
    <>
      {job.result && (
        <Link
          to={settingsPaths.scan(slug, job.result.scan_id)}
          onClick={onLeave}
          className="justify-self-start text-accent hover:underline"
        >
          {menuLabels.jobs.scan(job.result.scan_id)}
        </Link>
      )}
      {job.note && job.kind !== 'import' && (
        <p className="wrap-anywhere text-2">
          “<bdi>{job.note}</bdi>”
        </p>
      )}
      {job.error && <p className="wrap-anywhere text-danger">{job.error}</p>}
      {job.skipped.length > 0 && (
        <ul className="text-2">
          {skippedText(job).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {job.undone_at !== null && (
        <p className="text-2">
          {undoing ? menuLabels.jobs.undoing : menuLabels.jobs.undone}{' '}
          <Time value={job.undone_at} now={now} />
        </p>
      )}
    </>
  )
}

/** Returns the number of a job's findings that are processed. */
function settled({ done, skipped }: Job): number {
  return done + skipped.reduce((sum, { count }) => sum + count, 0)
}
