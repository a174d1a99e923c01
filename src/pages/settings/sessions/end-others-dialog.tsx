import { plural } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

interface EndOthersDialogProps {
  count: number
  onEnd: () => void
  onClose: () => void
}

/** Asks once before everything else that is signed in is signed out. */
export function EndOthersDialog({ count, onEnd, onClose }: EndOthersDialogProps) {
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={`End ${plural(count, 'other session')}?`}
      description="Whoever uses one of them has to sign in again. This session stays."
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" onClick={onEnd}>
            End all others
          </Button>
        </>
      }
    />
  )
}
