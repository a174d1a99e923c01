import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { endOtherSessions, labels } from '../labels.ts'

interface EndOthersDialogProps {
  count: number
  onEnd: () => void
  onClose: () => void
}

/** Confirms signing out all other sessions. */
export function EndOthersDialog({ count, onEnd, onClose }: EndOthersDialogProps) {
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={endOtherSessions(count)}
      description={labels.sessions.endOthersDetail}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {labels.cancel}
          </Button>
          <Button variant="danger" onClick={onEnd}>
            {labels.sessions.endOthers}
          </Button>
        </>
      }
    />
  )
}
