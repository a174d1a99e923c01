import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { createViewOptions, deleteViewOptions, updateViewOptions } from '#api/findings/views.ts'
import { type ApiError, explain } from '#api/http/errors.ts'
import type { View } from '#contract/responses/views.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import type { ListState } from '../list/list-state.ts'
import { viewLabels } from './labels.ts'
import { pageOf, savedStateOf } from './view-state.ts'

interface DialogProps {
  deployment: string
  onClose: () => void
}

/** An error that does not concern the name. */
function RequestError({ problem }: { problem: ApiError | undefined }) {
  if (!problem) return null
  return (
    <p role="alert" className="text-danger">
      {problem.title}. {problem.detail}
    </p>
  )
}

interface NameDialogProps extends DialogProps {
  /** Undefined to create a view from the current list. */
  view?: View | undefined
  state: ListState
  /** Why this person may not share a view. */
  shareReason: string | undefined
  onSaved: (view: View) => void
}

/** Creates or renames a view. */
function useSaveView({ deployment, view, state, onSaved, onClose }: NameDialogProps) {
  const saved = {
    onSuccess: (answer: View) => {
      onSaved(answer)
      onClose()
    },
  }
  const create = useMutation({ ...createViewOptions(deployment), ...saved })
  const rename = useMutation({ ...updateViewOptions(deployment), ...saved })
  const { isPending, error } = view ? rename : create
  return {
    isPending,
    problem: error ? explain(error) : undefined,
    save: (name: string, shared: boolean) => {
      if (view) rename.mutate({ id: view.id, name })
      else create.mutate({ name, shared, page: pageOf(state.type), ...savedStateOf(state) })
    },
    reset: () => {
      create.reset()
      rename.reset()
    },
  }
}

/** Asks for the name of a new view, or a new name of an existing one. */
export function NameDialog(props: NameDialogProps) {
  const { view, shareReason, onClose } = props
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(false)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const { save, reset, isPending, problem } = useSaveView(props)
  // Only the name can conflict with another view.
  const taken = problem?.kind === 'conflict' ? problem.detail : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
    if (name.trim() !== '' && !isPending) save(name.trim(), shared)
  }
  const fault = isSubmitted && name.trim() === '' ? viewLabels.nameMissing : taken
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={view ? viewLabels.renameTitle : viewLabels.saveTitle}
      description={view ? undefined : viewLabels.saveDetail}
    >
      <form noValidate onSubmit={submit} className="space-y-3">
        <Field label={viewLabels.name} error={fault} required>
          <TextInput
            autoFocus
            autoComplete="off"
            maxLength={100}
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value)
              reset()
            }}
          />
        </Field>
        {!view && <ShareField shared={shared} disabledReason={shareReason} onChange={setShared} />}
        <RequestError problem={taken ? undefined : problem} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{viewLabels.cancel}</Button>
          <Button type="submit" variant="primary" loading={isPending}>
            {view ? viewLabels.renameButton : viewLabels.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface ShareFieldProps {
  shared: boolean
  disabledReason: string | undefined
  onChange: (shared: boolean) => void
}

function ShareField({ shared, disabledReason, onChange }: ShareFieldProps) {
  const reasonId = useId()
  return (
    <div>
      <Checkbox
        label={viewLabels.share}
        checked={shared}
        disabled={disabledReason !== undefined}
        aria-describedby={disabledReason && reasonId}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {disabledReason && (
        <p id={reasonId} className="pl-5.5 text-3">
          {disabledReason}
        </p>
      )}
    </div>
  )
}

interface DeleteDialogProps extends DialogProps {
  view: View
  onDeleted: () => void
}

/** Confirms the deletion of a view. */
export function DeleteDialog({ deployment, view, onDeleted, onClose }: DeleteDialogProps) {
  const { mutate, isPending, error } = useMutation({
    ...deleteViewOptions(deployment),
    onSuccess: () => {
      onDeleted()
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={viewLabels.deleteTitle}
      description={viewLabels.deleteDetail(view.name, view.shared)}
      footer={
        <>
          <Button onClick={onClose}>{viewLabels.cancel}</Button>
          <Button variant="danger" loading={isPending} onClick={() => mutate(view.id)}>
            {viewLabels.deleteButton}
          </Button>
        </>
      }
    >
      {error ? <RequestError problem={explain(error)} /> : undefined}
    </Dialog>
  )
}
