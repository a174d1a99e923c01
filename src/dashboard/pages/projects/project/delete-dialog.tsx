import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { deleteProjectOptions } from '#api/projects/projects.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { labels } from '../labels.ts'

interface DeleteDialogProps {
  deployment: string
  name: string
  /** Called before the project's queries are invalidated. */
  onDeleted: () => void
  onClose: () => void
}

/** Deletes a project after the person has typed its name. */
export function DeleteDialog({ deployment, name, onDeleted, onClose }: DeleteDialogProps) {
  const form = useId()
  const [typed, setTyped] = useState('')
  const [isConfirmed, setIsConfirmed] = useState(false)
  const { mutate, isPending, error } = useMutation({
    ...deleteProjectOptions(deployment, name),
    onSuccess: onDeleted,
  })
  const problem = error ? explain(error) : undefined

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsConfirmed(true)
    if (typed !== name || isPending) return
    mutate()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={labels.deleting.title}
      description={labels.deleting.text(name)}
      footer={
        <>
          <Button onClick={onClose}>{labels.deleting.cancel}</Button>
          <Button type="submit" form={form} variant="danger" loading={isPending}>
            {labels.deleting.button}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field
          label={labels.deleting.field}
          error={isConfirmed && typed !== name ? labels.deleting.mismatch : undefined}
          hint={name}
        >
          <TextInput
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => {
              setTyped(target.value)
              setIsConfirmed(false)
            }}
          />
        </Field>
        {problem && (
          <p role="alert" className="pt-2 text-danger">
            {problem.title}. {problem.detail}
          </p>
        )}
      </form>
    </Dialog>
  )
}
