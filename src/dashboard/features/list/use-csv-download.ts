import { useEffect, useRef, useState } from 'react'
import type { DownloadedFile, DownloadProgress } from '#api/http/download.ts'
import { explain } from '#api/http/errors.ts'
import { toast } from '#ui/toast/toast.ts'
import { csvLabels } from './csv-labels.ts'

interface CsvDownload {
  /** The singular and plural noun of the list: `event`, `events`. */
  noun: string
  nouns?: string | undefined
  download: (signal: AbortSignal, onProgress: (progress: DownloadProgress) => void) => Promise<DownloadedFile>
}

/** Exports all matches of a list as a table. Leaving the page cancels the export. */
export function useCsvDownload({ noun, nouns, download }: CsvDownload) {
  const [progress, setProgress] = useState<DownloadProgress>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const start = async () => {
    const abort = new AbortController()
    running.current = abort
    let last: DownloadProgress = { count: 0, total: null, bytes: 0 }
    setProgress(last)
    try {
      const { name, content } = await download(abort.signal, (next) => {
        last = next
        setProgress(next)
      })
      const { saveFile } = await import('#ui/save-file.ts')
      saveFile(name, content)
      toast({ tone: 'ok', title: csvLabels.saved(last.count, noun, nouns), detail: name, slot: 'saved' })
    } catch (error) {
      if (abort.signal.aborted) return
      const { kind, title, detail } = explain(error)
      if (kind !== 'expired') toast({ tone: 'danger', title: csvLabels.saveFailed(title), detail })
    } finally {
      setProgress(undefined)
    }
  }
  return { progress, noun, nouns, start, cancel: () => running.current?.abort() }
}
