import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { refsOptions } from '#api/projects/projects.ts'
import { refLabel } from '#lib/text/ref-label.ts'
import { Field } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { labels } from '../labels.ts'
import type { ExportDraft, Faults } from './draft.ts'
import { ProjectField } from './project-field.tsx'

interface SubjectFieldsProps {
  deployment: string
  draft: ExportDraft
  faults: Faults
  /** The project is fixed and cannot be selected. */
  fixed: boolean
  /** The field that selects the project. */
  first: Ref<HTMLInputElement>
  onChange: (change: Partial<ExportDraft>) => void
}

/** With more refs than these, a select is not useful. */
const mostRefs = 300

/** The subject of an export: a project with its ref, or the whole deployment, and its version. */
export function SubjectFields({ deployment, draft, faults, fixed, first, onChange }: SubjectFieldsProps) {
  const { subject, ref } = draft
  const refs = useQuery({ ...refsOptions(deployment, subject?.id ?? 0), enabled: Boolean(subject) })
  const all = subject ? (refs.data ?? []) : []
  const primary = all.find((one) => one.primary)
  const others = all.filter((one) => !one.primary).slice(0, mostRefs)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {!fixed && (
        <ProjectField
          deployment={deployment}
          label={labels.dialog.target}
          withWhole
          input={first}
          chosen={subject}
          error={faults.subject}
          onChoose={(next) => onChange({ subject: next, ref: '' })}
        />
      )}
      {subject && (
        <Field label={labels.dialog.branch} error={faults.ref}>
          <NativeSelect value={ref} onChange={({ target }) => onChange({ ref: target.value })}>
            <option value="">
              {primary ? labels.dialog.primary(refLabel(primary.name)) : labels.dialog.primaryBranch}
            </option>
            {others.map(({ name }) => (
              <option key={name} value={name}>
                {refLabel(name)}
              </option>
            ))}
          </NativeSelect>
        </Field>
      )}
      <Field label={labels.dialog.componentVersion} error={faults.componentVersion}>
        <TextInput
          autoComplete="off"
          maxLength={200}
          placeholder="4.2.0"
          value={draft.componentVersion}
          onChange={({ target }) => onChange({ componentVersion: target.value })}
        />
      </Field>
    </div>
  )
}
