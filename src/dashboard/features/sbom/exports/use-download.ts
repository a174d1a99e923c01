import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadAddress } from '#api/dependencies/sbom.ts'
import { explain } from '#api/http/errors.ts'
import { toast } from '#ui/toast/toast.ts'
import { labels } from '../labels.ts'

/** Starts a browser download of a URL. The service's response sets the file name. */
export function download(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

/** Downloads the file of an export by a newly created link: an earlier link may have expired. */
export function useDownload(deployment: string) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const run = async (taskToken: string) => {
    setBusy(true)
    try {
      const address = await downloadAddress(client, deployment, taskToken)
      if (address) download(address)
      else
        toast({
          tone: 'danger',
          title: labels.notDownloaded,
          detail: labels.fileExpired,
        })
    } catch (error) {
      const { title, detail, kind } = explain(error)
      if (kind !== 'expired') toast({ tone: 'danger', title: labels.notDownloadedWhy(title), detail })
    }
    setBusy(false)
  }
  return { busy, run: (taskToken: string) => void run(taskToken) }
}
