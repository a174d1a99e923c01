import type { ProjectMove } from '#api/projects/changes.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { labels } from './labels.ts'

/** What a person typed into the dialog. */
export interface TypedMove {
  folder: string
  name: string
  reuse: boolean
}

interface MoveFieldsProps {
  kind: ProjectMove['kind']
  typed: TypedMove
  /** Whether to tell what is missing. */
  isChecked: boolean
  onChange: (change: Partial<TypedMove>) => void
}

/** The fields of renaming, merging and splitting a project. */
export function MoveFields({ kind, typed, isChecked, onChange }: MoveFieldsProps) {
  const faultOf = (field: 'folder' | 'name') =>
    isChecked && typed[field].trim() === '' ? labels.missing[field] : undefined
  return (
    <>
      {kind === 'split' && (
        <Field label={labels.split.folder} hint={labels.split.folderHint} error={faultOf('folder')}>
          <TextInput
            value={typed.folder}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => onChange({ folder: target.value })}
          />
        </Field>
      )}
      <Field label={labels[kind].name} error={faultOf('name')}>
        <TextInput
          value={typed.name}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onChange({ name: target.value, reuse: false })}
        />
      </Field>
    </>
  )
}

/** Lets an administrator take a former name of another project. */
export function ReuseField({ typed, onChange }: Pick<MoveFieldsProps, 'typed' | 'onChange'>) {
  return (
    <Checkbox
      label={labels.reuse}
      checked={typed.reuse}
      onChange={({ target }) => onChange({ reuse: target.checked })}
    />
  )
}
