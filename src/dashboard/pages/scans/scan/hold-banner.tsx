import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { mayIn, meOptions } from '#api/me.ts'
import type { Scan, ScanHold } from '#contract/responses/scans.ts'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/lazy.tsx'
import { Banner } from '#ui/status/banner.tsx'
import { Time } from '#ui/text/time.tsx'
import { holdText, labels } from '../labels.ts'

const ApplyDialog = lazyDialog(() => import('./apply-dialog.tsx').then((module) => module.ApplyDialog))

interface HoldBannerProps {
  deployment: string
  scan: Scan
  hold: ScanHold
  now: Date
}

/** Why a scan is held, until when, and a button to apply it. */
export function HoldBanner({ deployment, scan, hold, now }: HoldBannerProps) {
  const { data: me } = useQuery(meOptions())
  const [isConfirming, setIsConfirming] = useState(false)
  const disabledReason = !me
    ? labels.hold.loading
    : mayIn(me, deployment, 'projects:write')
      ? undefined
      : labels.hold.notAllowed
  return (
    <>
      <Banner
        tone="caution"
        className="mb-4 rounded"
        actions={
          <Button disabledReason={disabledReason} onClick={() => setIsConfirming(true)}>
            {labels.hold.apply}
          </Button>
        }
      >
        <p className="font-medium">{holdText(hold)}.</p>
        <p className="text-2">
          {labels.hold.until[0]}
          <Time value={hold.expires_at} now={now} form="exact" />
          {labels.hold.until[1]}
        </p>
        <p className="text-2">{labels.hold.parts}</p>
      </Banner>
      <Suspense>
        {isConfirming && (
          <ApplyDialog
            deployment={deployment}
            scan={scan}
            hold={hold}
            onClose={() => setIsConfirming(false)}
          />
        )}
      </Suspense>
    </>
  )
}
