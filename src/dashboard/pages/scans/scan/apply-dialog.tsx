import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/http/errors.ts'
import { acceptScanOptions } from '#api/scans/scan-changes.ts'
import type { Scan, ScanHold } from '#contract/responses/scans.ts'
import { formatNumber } from '#lib/text/format.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/toast/toast.ts'
import { labels, numbersOf } from '../labels.ts'

interface ApplyDialogProps {
  deployment: string
  scan: Scan
  hold: ScanHold
  onClose: () => void
}

/** Explains and confirms applying a held scan. */
export function ApplyDialog({ deployment, scan, hold, onClose }: ApplyDialogProps) {
  const project = scan.meta?.['repository']
  const { mutate, isPending, error } = useMutation({
    ...acceptScanOptions(deployment, scan.id),
    onSuccess: ({ report }) => {
      const done = numbersOf(report)
        .filter(({ count, name }) => count > 0 && name !== 'unchanged' && name !== 'left_out')
        .map(({ count, label }) => `${formatNumber(count)} ${label.toLowerCase()}`)
      toast({
        title: labels.hold.applied(scan.id),
        detail: done.join(', ') || labels.hold.nothing,
        tone: 'ok',
      })
      onClose()
    },
  })
  const problem = error ? explain(error) : undefined
  const fixed = labels.hold.fixed(hold.would_fix, hold.open)
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={labels.hold.title}
      footer={
        <>
          <Button onClick={onClose}>{labels.hold.cancel}</Button>
          <Button variant="primary" loading={isPending} onClick={() => mutate()}>
            {labels.hold.confirm}
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">
        {fixed}
        {typeof project === 'string' && (
          <>
            {labels.hold.of}
            <bdi className="font-medium">{project}</bdi>
          </>
        )}
        {labels.hold.willClose}
      </p>
      <p className="pt-2 text-2">{labels.hold.keeps}</p>
      {problem && (
        <p role="alert" className="pt-2 text-danger wrap-anywhere">
          {problem.title}. {problem.detail}
        </p>
      )}
    </Dialog>
  )
}
