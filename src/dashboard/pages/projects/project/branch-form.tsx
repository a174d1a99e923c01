import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { labels } from '../labels.ts'

interface BranchFormProps {
  /** Saves the branch; rejects if the service refused it. */
  onSave: (branch: string) => Promise<void>
  onDone: () => void
}

/** Sets a primary branch by name, for a project with more branches than a select can show. */
export function BranchForm({ onSave, onDone }: BranchFormProps) {
  const [branch, setBranch] = useState('')
  const [fault, setFault] = useState<string>()
  const [saving, setSaving] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (saving) return
    if (branch.trim() === '') return setFault(labels.settings.branchMissing)
    setSaving(true)
    try {
      await onSave(branch.trim())
      onDone()
    } catch (error) {
      setFault(explain(error).detail)
      setSaving(false)
    }
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onDone()
  }
  return (
    <form onSubmit={(event) => void save(event)} onKeyDown={press} className="grid gap-2">
      <Field label={labels.settings.primaryBranch} error={fault} hint={labels.settings.branchHint}>
        <TextInput
          autoFocus
          mono
          maxLength={500}
          value={branch}
          onChange={({ target }) => {
            setBranch(target.value)
            setFault(undefined)
          }}
          className="max-w-80"
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" loading={saving}>
          {labels.settings.save}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {labels.settings.cancel}
        </Button>
      </div>
    </form>
  )
}
