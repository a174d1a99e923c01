import { TemplateForm } from '#parts/ticket/template-form.tsx'
import { Dialog } from '#ui/dialog.tsx'

interface TemplateDialogProps {
  deployment: string
  /** What stands there and makes no address; empty where none is set. */
  template: string
  administrator: boolean
  /** The service has no such setting. */
  unbuilt: boolean
  onClose: () => void
}

/** Says that nobody has set where tickets are opened; who may, sets it here and goes on. */
export function TemplateDialog({
  deployment,
  template,
  administrator,
  unbuilt,
  onClose,
}: TemplateDialogProps) {
  const may = administrator && !unbuilt
  const lead = template
    ? 'The ticket address of this deployment makes no web address.'
    : 'This deployment has no ticket address yet.'
  const words = unbuilt
    ? 'This service keeps no ticket address. Link a ticket by its address in the finding instead.'
    : may
      ? `${lead} Say where your tracker opens a new ticket.`
      : `${lead} An administrator can set it: here, by pressing the same button, or in the settings.`
  return (
    <Dialog open onClose={onClose} title="Open a ticket" description={words} keepOpen={may}>
      {may ? (
        <TemplateForm
          deployment={deployment}
          template={template}
          save="Save and open a ticket"
          onCancel={onClose}
        />
      ) : undefined}
    </Dialog>
  )
}
