import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { explain } from '#api/http/errors.ts'
import type { CreateScanAnswer } from '#contract/responses/scans.ts'
import { paths } from '#lib/urls/paths.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { announce } from '#ui/live-region.tsx'
import { toast } from '#ui/toast/toast.ts'
import type { ChosenFile, Imported, ImportStore } from './import-store.ts'
import { resultTitle, sentSummary, toastLabels } from './labels.ts'
import type { ImportTarget } from './use-target.ts'

interface SendOptions {
  store: ImportStore
  target: ImportTarget
  files: readonly ChosenFile[]
  project: string
  branch: string
  /** The commit that the files name; undefined if none does. */
  commit: string | undefined
}

/** The page of the scan of an upload; of several the list of the project's, the newest first. */
function viewPath(deployment: string, { id, scans }: CreateScanAnswer): string {
  const [first, ...others] = scans
  if (!first || others.length === 0) return settingsPaths.scan(deployment, id)
  return paths.scans(deployment, { 'repos[]': first.project })
}

/** Uploads files together and shows the result: on its page while that is mounted, otherwise in a toast. */
export function useSendImport({ store, target, files, project, branch, commit }: SendOptions) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const done = ({ scan, deployment, files }: Imported) => {
    store.change({ files: [], project: undefined, branch: undefined, done: { scan, deployment, files } })
    announce(resultTitle(scan))
    if (store.isShown) return
    toast({
      title: resultTitle(scan),
      detail: sentSummary(project, scan.report),
      tone: 'ok',
      action: {
        label: toastLabels.view(scan.scans.length),
        run: () => void navigate(viewPath(deployment, scan)),
      },
    })
  }
  const { mutate } = useMutation({
    mutationFn: async () => {
      const { runImport } = await import('./import-run.ts')
      return runImport({
        client,
        deployment: target.slug,
        files: files.map(({ file }) => file),
        query: {
          project: project.trim(),
          ...(branch.trim() ? { ref: branch.trim() } : {}),
          // The commit of one of several files need not be that of the others.
          ...(commit && files.length === 1 ? { commit } : {}),
        },
        onStep: (step) => store.change({ step }),
        signal: store.begin(),
      })
    },
    // These callbacks run even after the page is unmounted.
    onMutate: () => {
      store.change({ failure: undefined, step: { kind: 'sending', index: 0, share: 0 } })
    },
    onSuccess: (outcome) => {
      if (!('rejectedFiles' in outcome)) return done({ ...outcome, files: files.length })
      for (const [index, error] of outcome.rejectedFiles) {
        const file = files[index]
        if (file) store.changeFile(file.id, { error })
      }
    },
    onError: (error) => {
      if (error instanceof DOMException && error.name === 'AbortError') return
      const failure = explain(error)
      store.change({ failure })
      if (!store.isShown)
        toast({ title: toastLabels.failed, detail: `${failure.title}. ${failure.detail}`, tone: 'danger' })
    },
    onSettled: () => store.change({ step: undefined }),
  })
  return () => mutate()
}
