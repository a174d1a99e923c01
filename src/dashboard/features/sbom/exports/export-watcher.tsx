import { type ComponentProps, Suspense, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { isFailed, isRunning } from '#api/dependencies/sbom.ts'
import type { SbomExport } from '#contract/responses/sbom.ts'
import { lazyDialog } from '#ui/lazy.tsx'
import { announce } from '#ui/live-region.tsx'
import { toast } from '#ui/toast/toast.ts'
import { lackingOf, remedyOf } from '../completeness.ts'
import { labels } from '../labels.ts'
import { exportName, failureText } from './export-state.tsx'
import { type Started, useStarted } from './started-exports.ts'
import { download, useDownload } from './use-download.ts'
import { type KnownExport, useOwnExports } from './use-own-exports.ts'

const ExportDialog = lazyDialog(() => import('../export-dialog.tsx').then((module) => module.ExportDialog))

interface ExportWatcherProps {
  slug: string
  /** The export dialog can be opened from anywhere. */
  isSubscribed: boolean
  /** The project that it exports; undefined if it is selected there. */
  subject: ComponentProps<typeof ExportDialog>['subject']
  onClose: () => void
  /** Called with the number of the person's running exports. */
  onRunning: (count: number) => void
}

/**
 * Follows the person's exports on every page, through navigation and reload: reports the result of each one that was
 * seen running, and downloads an export requested on the page that is still open.
 */
export function ExportWatcher({ slug, isSubscribed, subject, onClose, onRunning }: ExportWatcherProps) {
  const exports = useOwnExports(slug)
  const running = exports?.filter(({ made }) => isRunning(made)).length ?? 0
  useEffect(() => onRunning(running), [running, onRunning])
  useEnds(slug, exports)
  return (
    <Suspense>
      {isSubscribed && <ExportDialog deployment={slug} subject={subject} onClose={onClose} />}
    </Suspense>
  )
}

function useEnds(slug: string, exports: readonly KnownExport[] | undefined) {
  const navigate = useNavigate()
  const started = useStarted()
  const { run } = useDownload(slug)
  /** The exports seen running; below, the started ones whose result has been reported. */
  const seen = useRef(new Set<string>())
  const notified = useRef(new Set<Started>())
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    for (const { made, at } of exports ?? []) {
      const { taskToken } = made
      const startedHere = started.find(
        (one) => one.taskToken === taskToken && one.at <= at && !notified.current.has(one),
      )
      if (isRunning(made)) seen.current.add(taskToken)
      else if (seen.current.delete(taskToken) || startedHere) {
        if (startedHere) notified.current.add(startedHere)
        const remedy = remedyOf(slug, made, lackingOf(made)[0]?.element ?? '')
        notifyEnd({
          made,
          here: startedHere?.pathname === location.pathname,
          run: () => latest.current(taskToken),
          remedy: remedy && { label: remedy.text, run: () => void navigate(remedy.to) },
        })
      }
    }
  })
}

/** The message about a completed export. */
interface Ended {
  made: SbomExport
  /** The page where it was requested is still open. */
  here: boolean
  run: () => void
  /** Opens the page that fixes or shows its first missing element; undefined if there is nothing to do. */
  remedy: { label: string; run: () => void } | undefined
}

function notifyEnd({ made, here, run, remedy }: Ended) {
  const failed = isFailed(made)
  const title = failed ? labels.failed(exportName(made)) : labels.ready(exportName(made))
  announce(title)
  if (failed) return toast({ tone: 'danger', title, detail: failureText(made) })
  if (here && made.downloadUrl) download(made.downloadUrl)
  const lacking = lackingOf(made).map(({ text }) => text)
  const detail = [
    here && labels.downloadStarted,
    made.completeness && (lacking.length === 0 ? labels.whole : `${lacking.join(', ')}.`),
  ]
  return toast({
    tone: 'ok',
    title,
    detail: detail.filter(Boolean).join(' ') || undefined,
    link: remedy,
    action: { label: here ? labels.downloadAgain : labels.download, run },
  })
}
