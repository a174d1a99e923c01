import { TemplateForm } from '#features/ticket/template-form.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { labels } from './labels.ts'

interface TemplateDialogProps {
  deployment: string
  /** The current template, which is not a valid URL; empty if none is set. */
  template: string
  administrator: boolean
  /** The service does not have this setting. */
  unbuilt: boolean
  onClose: () => void
}

/** Shown if no ticket URL is configured: an administrator can set it here and continue. */
export function TemplateDialog({
  deployment,
  template,
  administrator,
  unbuilt,
  onClose,
}: TemplateDialogProps) {
  const may = administrator && !unbuilt
  const problem = template ? labels.invalid : labels.missing
  const words = unbuilt
    ? labels.unsupported
    : may
      ? labels.enterUrl(problem)
      : labels.askAdministrator(problem)
  return (
    <Dialog open onClose={onClose} title={labels.title} description={words} keepOpen={may}>
      {may ? (
        <TemplateForm deployment={deployment} template={template} save={labels.save} onCancel={onClose} />
      ) : undefined}
    </Dialog>
  )
}
