import { Button } from '#ui/button.tsx'
import { labels } from './labels.ts'
import { RequestError } from './request-error.tsx'

interface FormFooterProps {
  /** The word of the button that sends the form. */
  label: string
  busy: boolean
  /** Why the service refused the form, unless a field says so. */
  error: Error | null
  disabledReason?: string | undefined
  onCancel: () => void
}

/** The end of a form in a dialog: its error and its buttons, which stay in view however long the form is. */
export function FormFooter({ label, busy, error, disabledReason, onCancel }: FormFooterProps) {
  return (
    <div className="sticky -bottom-5 -mx-5 -mb-5 grid gap-2 border-t border-line bg-surface-1 px-5 py-3">
      <RequestError error={error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onCancel}>
          {labels.cancel}
        </Button>
        <Button type="submit" variant="primary" loading={busy} disabledReason={disabledReason}>
          {label}
        </Button>
      </div>
    </div>
  )
}
