import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { refetchFailed } from '#api/cache/query-client.ts'
import { isReachable, onReachable } from '#api/http/signals.ts'
import { fetchReachable } from '#api/session.ts'
import { Button } from '#ui/button.tsx'
import { Banner } from '#ui/status/banner.tsx'
import { noticeLabels } from '../notice-labels.ts'

const labels = noticeLabels.offline

/** The interval at which the service is checked, in milliseconds. */
const checkInterval = 5000

/** Shown above the page while the service does not respond; refetches failed queries once it does. */
export function OfflineBanner() {
  const reachable = useSyncExternalStore(onReachable, isReachable)
  const client = useQueryClient()

  useEffect(() => {
    if (reachable) return
    const timer = setInterval(fetchReachable, checkInterval)
    addEventListener('online', fetchReachable)
    return () => {
      clearInterval(timer)
      removeEventListener('online', fetchReachable)
      refetchFailed(client)
    }
  }, [reachable, client])

  if (reachable) return null
  return (
    <Banner
      tone="caution"
      actions={
        <Button size="small" onClick={fetchReachable}>
          {labels.action}
        </Button>
      }
    >
      <strong className="font-semibold">{labels.title}</strong> {labels.detail}
    </Banner>
  )
}
