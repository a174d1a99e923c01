import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { labels } from '../labels.ts'
import { canRestrict, type DraftFieldsProps } from './draft.ts'

/** The projects that a token of a pipeline is restricted to. Nothing where other permissions rule that out. */
export function ProjectsField({ draft, fault, onChange }: DraftFieldsProps) {
  if (!canRestrict(draft)) return null
  return (
    <Field label={labels.tokens.projects} error={fault} hint={labels.tokens.projectsHint}>
      <Textarea
        rows={2}
        value={draft.projects}
        onChange={(event) => onChange({ projects: event.currentTarget.value })}
      />
    </Field>
  )
}
