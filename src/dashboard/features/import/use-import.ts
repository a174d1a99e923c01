import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { capabilitiesOptions } from '#api/health.ts'
import { importStore } from './import-store.ts'
import { type FileLimits, inspectFile } from './inspect-file.ts'
import { useSendImport } from './use-send-import.ts'
import type { ImportTarget } from './use-target.ts'

const megabyte = 1024 * 1024
/** The limits of this version of the service, until the service's own limits are loaded. */
const defaultLimits = { sent: 50 * megabyte, inflated: 256 * megabyte }

let lastId = 0

/** Asks for confirmation when the person leaves the page during an upload. */
function useLeaveWarning(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isSending])
}

/**
 * Manages the files, fields and upload of an import page.
 * @param project the project of the page; undefined if the person is asked for it.
 */
export function useImport(target: ImportTarget, project: string | undefined) {
  const store = importStore(`${target.current} ${project ?? ''}`)
  const state = useSyncExternalStore(store.subscribe, store.read)
  const { data: capabilities } = useQuery(capabilitiesOptions())
  const limits: FileLimits = {
    sent: capabilities?.limits['scan_upload_bytes_max'] ?? defaultLimits.sent,
    inflated: capabilities?.limits['scan_inflated_bytes_max'] ?? defaultLimits.inflated,
  }
  const ready = state.files.filter(({ inspected, error }) => inspected && !inspected.fault && !error)
  const suggested = (name: 'project' | 'branch' | 'commit') =>
    ready.map(({ inspected }) => inspected?.[name]).find((value) => value !== undefined)
  const fields = {
    project: project ?? state.project ?? suggested('project') ?? '',
    branch: state.branch ?? suggested('branch') ?? '',
  }

  const send = useSendImport({ store, target, files: ready, ...fields, commit: suggested('commit') })
  useLeaveWarning(state.step?.kind === 'sending')

  return {
    state,
    fields,
    ready,
    limits,
    isRunning: state.step !== undefined,
    /** Adds and inspects files. */
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
    send,
    cancel: () => store.cancel(),
    reset: () => store.reset(),
  }
}
