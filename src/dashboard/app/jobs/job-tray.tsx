import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { makeStale } from '#api/cache/query-client.ts'
import { isActive, jobsOptions } from '#api/findings/jobs.ts'
import type { Resource } from '#contract/operation.ts'
import type { Job } from '#contract/responses/triage.ts'
import { jobText, progressText, skippedText } from '#features/triage/jobs/job-labels.ts'
import { jobChange, useUndoJob } from '#features/triage/jobs/use-undo-job.ts'
import { unwatchJob, watchJob } from '#features/triage/jobs/watched-jobs.ts'
import { joinWords } from '#lib/text/format.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { classes } from '#ui/classes.ts'
import { IconButton } from '#ui/icon/icon-button.tsx'
import { lazy, lazyDialog } from '#ui/lazy.tsx'
import { announce } from '#ui/live-region.tsx'
import { type ToastRequest, toast } from '#ui/toast/toast.ts'
import { menuLabels } from '../menu-labels.ts'
import { openDialog, useOpenDialog } from '../shortcuts/open-dialog.ts'

const JobsDrawer = lazyDialog(() => import('./jobs-drawer.tsx').then((module) => module.JobsDrawer))
const DecisionsDialog = lazyDialog(() =>
  import('./decisions-dialog.tsx').then((module) => module.DecisionsDialog),
)
// Exports have their own page, so their code is loaded separately.
const ExportFollower = lazy(() =>
  import('#features/sbom/exports/export-watcher.tsx').then((module) => module.ExportWatcher),
)

/**
 * The person's running and completed jobs, on every page. They are loaded from the service, so they survive navigation
 * and reload.
 */
export function JobTray({ slug }: { slug: string }) {
  const { data: jobs, error } = useQuery(jobsOptions(slug))
  const open = useOpenDialog()
  useEnds(slug, jobs)
  const [exporting, setExporting] = useState(0)
  const running = exporting + (jobs?.filter(isActive).length ?? 0)
  const label = menuLabels.jobs.button(running)
  const close = () => openDialog(undefined)
  return (
    <>
      <span className="relative">
        <IconButton
          icon="tray"
          label={label}
          aria-haspopup="dialog"
          onClick={() => openDialog({ name: 'jobs' })}
        />
        {running > 0 && (
          <span
            aria-hidden
            className={classes(
              'pointer-events-none absolute -top-0.5 -right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-accent px-1 text-2xs font-semibold text-on-accent',
            )}
          >
            {running}
          </span>
        )}
      </span>
      <Suspense>
        <ExportFollower
          slug={slug}
          isSubscribed={open?.name === 'sbom'}
          subject={open?.name === 'sbom' ? open.subject : undefined}
          onClose={close}
          onRunning={setExporting}
        />
      </Suspense>
      <Suspense>
        {open?.name === 'jobs' && <JobsDrawer slug={slug} jobs={jobs} error={error} onClose={close} />}
        {open?.name === 'decisions' && <DecisionsDialog slug={slug} onClose={close} />}
      </Suspense>
    </>
  )
}

/**
 * Returns the resources that a job changed, as declared by the operation that created it; its contract is not loaded
 * for that.
 */
function staleAfter({ kind }: Job): Resource[] {
  const triaged: Resource[] = ['findings', 'secrets', 'me']
  if (kind === 'retention') return ['scans', 'findings', 'audit', 'exports', 'settings']
  return kind === 'import' ? [...triaged, 'scans', 'projects', 'policies', 'rules', 'dependencies'] : triaged
}

/** Notifies how a running job ended, and invalidates the queries that it changed. */
function useEnds(slug: string, jobs: readonly Job[] | undefined) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { mutate: undo } = useUndoJob(slug)
  useEffect(() => {
    for (const job of jobs ?? []) {
      if (isActive(job)) watchJob(slug, job.id)
      else if (unwatchJob(slug, job.id)) {
        makeStale(client, staleAfter(job))
        const { result } = job
        const show = () => {
          if (result) void navigate(settingsPaths.scan(slug, result.scan_id))
          else openDialog({ name: 'jobs' })
        }
        notifyEnd(
          job,
          job.undo_until !== null && job.done > 0
            ? { label: menuLabels.jobs.undo, run: () => undo(job.id) }
            : { label: menuLabels.jobs.show, run: show },
        )
      }
    }
  }, [jobs, client, slug, navigate, undo])
}

function notifyEnd(job: Job, action: ToastRequest['action']) {
  const title = `${jobText(job)}: ${progressText(job)}`
  announce(title)
  toast({
    tone: job.state === 'failed' ? 'danger' : 'ok',
    title,
    detail: job.error ?? (job.skipped.length > 0 ? joinWords(skippedText(job)) : undefined),
    action,
    slot: jobChange(job.undoes ?? job.id),
  })
}
