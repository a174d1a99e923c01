import { Checkbox } from '#ui/form/checkbox.tsx'
import { labels } from '../labels.ts'
import type { DraftFieldsProps } from './draft.ts'

/** Whether requests with the token are answered, and in which form. */
export function AnswerFields({ draft, onChange }: Omit<DraftFieldsProps, 'fault'>) {
  return (
    <div className="space-y-2">
      <div>
        <Checkbox
          label={labels.tokens.access}
          checked={draft.webApiEnabled}
          onChange={(event) => onChange({ webApiEnabled: event.currentTarget.checked })}
        />
        <p className="pl-5.5 text-3">{labels.tokens.accessHint}</p>
      </div>
      <div>
        <Checkbox
          label={labels.tokens.compatible}
          checked={draft.compatibleAnswers}
          onChange={(event) => onChange({ compatibleAnswers: event.currentTarget.checked })}
        />
        <p className="pl-5.5 text-3">{labels.tokens.compatibleHint}</p>
      </div>
    </div>
  )
}
