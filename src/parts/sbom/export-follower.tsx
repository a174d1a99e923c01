import { Suspense, useEffect, useRef } from 'react'
import { isFailed, isRunning } from '#api/sbom.ts'
import type { SbomExport } from '#contract/answers/sbom.ts'
import { lateDialog } from '#ui/late.tsx'
import { announce } from '#ui/live-region.tsx'
import { toast } from '#ui/toast.ts'
import { failureWords, nameWords } from './export-state.tsx'
import { type Started, useStarted } from './started.ts'
import { download, useDownload } from './use-download.ts'
import { type Known, useMine } from './use-mine.ts'

const ExportDialog = lateDialog(() => import('./export-dialog.tsx').then((module) => module.ExportDialog))

interface ExportFollowerProps {
  slug: string
  /** The dialog is asked for, from anywhere. */
  asking: boolean
  onClose: () => void
  /** How many of the person's exports run now. */
  onRunning: (count: number) => void
}

/**
 * Follows the person's exports on every page, through navigation and reload: says how each ended that was seen running,
 * and downloads what was asked for on the page that is still open.
 */
export function ExportFollower({ slug, asking, onClose, onRunning }: ExportFollowerProps) {
  const exports = useMine(slug)
  const running = exports?.filter(({ made }) => isRunning(made)).length ?? 0
  useEffect(() => onRunning(running), [running, onRunning])
  useEnds(slug, exports)
  return <Suspense>{asking && <ExportDialog deployment={slug} onClose={onClose} />}</Suspense>
}

function useEnds(slug: string, exports: readonly Known[] | undefined) {
  const started = useStarted()
  const { run } = useDownload(slug)
  /** Those that run, and by the note of their start those whose end was told. */
  const seen = useRef(new Set<string>())
  const told = useRef(new Set<Started>())
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    for (const { made, at } of exports ?? []) {
      const { taskToken } = made
      const own = started.find((one) => one.taskToken === taskToken && one.at <= at && !told.current.has(one))
      if (isRunning(made)) seen.current.add(taskToken)
      else if (seen.current.delete(taskToken) || own) {
        if (own) told.current.add(own)
        say(made, own?.pathname === location.pathname, () => latest.current(taskToken))
      }
    }
  })
}

function say(made: SbomExport, here: boolean, run: () => void) {
  const failed = isFailed(made)
  const title = `The SBOM of ${nameWords(made)} ${failed ? 'could not be made' : 'is ready'}`
  announce(title)
  if (failed) return toast({ tone: 'danger', title, detail: failureWords(made) })
  if (here && made.downloadUrl) download(made.downloadUrl)
  return toast({
    tone: 'ok',
    title,
    detail: here ? 'The download has begun.' : undefined,
    action: { label: here ? 'Download again' : 'Download', run },
  })
}
