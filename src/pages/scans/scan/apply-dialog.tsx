import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/errors.ts'
import { acceptScanOptions } from '#api/scan-changes.ts'
import type { Scan, ScanHold } from '#contract/answers/scans.ts'
import { formatNumber, plural } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast.ts'
import { numbersOf } from './scan-labels.ts'

interface ApplyDialogProps {
  deployment: string
  scan: Scan
  hold: ScanHold
  onClose: () => void
}

/** Says what applying a held scan will do, and does it. */
export function ApplyDialog({ deployment, scan, hold, onClose }: ApplyDialogProps) {
  const project = scan.meta?.['repository']
  const { mutate, isPending, error } = useMutation({
    ...acceptScanOptions(deployment, scan.id),
    onSuccess: ({ report }) => {
      const done = numbersOf(report)
        .filter(({ count, name }) => count > 0 && name !== 'unchanged' && name !== 'left_out')
        .map(({ count, label }) => `${formatNumber(count)} ${label.toLowerCase()}`)
      toast({
        title: `Scan ${scan.id} applied`,
        detail: done.join(', ') || 'No finding changed',
        tone: 'ok',
      })
      onClose()
    },
  })
  const problem = error ? explain(error) : undefined
  const fixed = `${formatNumber(hold.would_fix)} of ${plural(hold.open, 'open finding')}`
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title="Apply this scan?"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={isPending} onClick={() => mutate()}>
            Apply scan
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">
        {fixed}
        {typeof project === 'string' && (
          <>
            {' of '}
            <bdi className="font-medium">{project}</bdi>
          </>
        )}{' '}
        will be closed, as this scan does not report them.
      </p>
      <p className="pt-2 text-2">
        Triage decisions and histories stay. A later scan that reports a finding again reopens it. Applying
        cannot be undone.
      </p>
      {problem && (
        <p role="alert" className="pt-2 text-danger wrap-anywhere">
          {problem.title}. {problem.detail}
        </p>
      )}
    </Dialog>
  )
}
