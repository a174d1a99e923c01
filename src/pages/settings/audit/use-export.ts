import { useEffect, useRef, useState } from 'react'
import { type AuditFilter, downloadAudit } from '#api/audit.ts'
import type { DownloadProgress } from '#api/download.ts'
import { explain } from '#api/errors.ts'
import { plural } from '#lib/format.ts'
import { saveFile } from '#ui/save-file.ts'
import { toast } from '#ui/toast.ts'

/** Saves all events of a filter as a table. Leaving the page cancels what is running. */
export function useExport(deployment: string, filter: AuditFilter) {
  const [progress, setProgress] = useState<DownloadProgress>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const start = async () => {
    const abort = new AbortController()
    running.current = abort
    let last: DownloadProgress = { count: 0, total: null, bytes: 0 }
    setProgress(last)
    try {
      const { name, content } = await downloadAudit(deployment, filter, abort.signal, (next) => {
        last = next
        setProgress(next)
      })
      saveFile(name, content)
      toast({ tone: 'ok', title: `${plural(last.count, 'event')} saved`, detail: name, slot: 'audit' })
    } catch (error) {
      if (abort.signal.aborted) return
      const { kind, title, detail } = explain(error)
      if (kind !== 'expired') toast({ tone: 'danger', title: `Nothing was saved: ${title}`, detail })
    } finally {
      setProgress(undefined)
    }
  }
  return { progress, start, cancel: () => running.current?.abort() }
}
