import { TemplateForm } from '#features/ticket/template-form.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { labels } from './labels.ts'

interface TemplateDialogProps {
  deployment: string
  /** The present template, which is no valid URL; empty where none is set. */
  template: string
  administrator: boolean
  /** The service has no such setting. */
  unbuilt: boolean
  onClose: () => void
}

/** Shown where no ticket URL is set: an administrator sets it here and goes on. */
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
