import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { capabilitiesOptions } from '#api/health.ts'
import { explain } from '#api/http/errors.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { announce } from '#ui/live-region.tsx'
import { toast } from '#ui/toast/toast.ts'
import { importStore } from './import-store.ts'
import { type FileLimits, inspectFile } from './inspect-file.ts'
import { resultTitle, sentSummary, toastLabels } from './labels.ts'
import type { ImportTarget } from './use-target.ts'

const megabyte = 1024 * 1024
/** What this version of the service takes, until it is known what this service takes. */
const defaultLimits = { sent: 50 * megabyte, inflated: 256 * megabyte }

let lastId = 0

/**
 * What is chosen, filled in and sent on a page that imports scans.
 * @param project the project that the page is of; undefined where it is requested.
 */
export function useImport(target: ImportTarget, project: string | undefined) {
  const store = importStore(`${target.current} ${project ?? ''}`)
  const state = useSyncExternalStore(store.subscribe, store.read)
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: capabilities } = useQuery(capabilitiesOptions())
  const limits: FileLimits = {
    sent: capabilities?.limits['scan_upload_bytes_max'] ?? defaultLimits.sent,
    inflated: capabilities?.limits['scan_inflated_bytes_max'] ?? defaultLimits.inflated,
  }
  const ready = state.files.filter(({ inspected, error }) => inspected && !inspected.fault && !error)
  const suggested = (name: 'project' | 'branch' | 'commit') =>
    ready.map(({ inspected }) => inspected?.[name]).find((value) => value !== undefined) ?? ''
  const fields = {
    project: project ?? state.project ?? suggested('project'),
    branch: state.branch ?? suggested('branch'),
  }

  const { mutate } = useMutation({
    mutationFn: async () => {
      const { runImport } = await import('./import-run.ts')
      const commit = suggested('commit')
      return runImport({
        client,
        deployment: target.slug,
        files: ready.map(({ file }) => file),
        query: {
          project: fields.project.trim(),
          ...(fields.branch.trim() ? { ref: fields.branch.trim() } : {}),
          // The commit that one of several files names is not that of the others.
          ...(commit !== '' && ready.length === 1 ? { commit } : {}),
        },
        onStep: (step) => store.change({ step }),
        signal: store.begin(),
      })
    },
    // These run when the page is gone, too.
    onMutate: () => {
      store.change({ failure: undefined, step: { kind: 'sending', index: 0, share: 0 } })
    },
    onSuccess: (outcome) => {
      if ('rejectedFiles' in outcome) {
        for (const [index, error] of outcome.rejectedFiles) {
          const file = ready[index]
          if (file) store.changeFile(file.id, { error })
        }
        return
      }
      const { scan, deployment } = outcome
      store.change({
        files: [],
        project: undefined,
        branch: undefined,
        done: { scan, deployment, files: ready.length },
      })
      announce(resultTitle(scan))
      if (store.isShown) return
      toast({
        title: resultTitle(scan),
        detail: sentSummary(fields.project, scan.report),
        tone: 'ok',
        action: {
          label: toastLabels.view,
          run: () => void navigate(settingsPaths.scan(deployment, scan.id)),
        },
      })
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

  const isSending = state.step?.kind === 'sending'
  useEffect(() => {
    if (!isSending) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isSending])

  return {
    state,
    fields,
    ready,
    limits,
    isRunning: state.step !== undefined,
    /** Adds files, and inspects them. */
    add: (files: readonly File[]) => {
      const added = files.map((file) => ({ id: ++lastId, file, inspected: undefined }))
      store.change({ files: [...store.read().files, ...added], done: undefined, failure: undefined })
      for (const { id, file } of added) {
        void inspectFile(file, limits)
          .catch(() => ({ fault: 'unreadable' as const }))
          .then((inspected) => store.changeFile(id, { inspected }))
      }
    },
    remove: (id: number) => store.change({ files: store.read().files.filter((file) => file.id !== id) }),
    change: (change: { project?: string; branch?: string }) => store.change(change),
    send: () => mutate(),
    cancel: () => store.cancel(),
    reset: () => store.reset(),
  }
}
