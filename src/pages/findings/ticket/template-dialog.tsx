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
    ? 'The ticket URL of this deployment is not a valid web address.'
    : 'This deployment has no ticket URL yet.'
  const words = unbuilt
    ? 'This service does not store a ticket URL. Link a ticket by its URL in the finding instead.'
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
