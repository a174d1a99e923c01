import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { currentApproval, decideApprovalOptions } from '#api/approvals.ts'
import { explain } from '#api/http/errors.ts'
import type { Approval } from '#contract/responses/approvals.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { useFocusFault } from '#ui/form/use-focus-fault.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/toast/toast.ts'
import { type Choice, titleOf } from './approval-text.ts'
import { labels } from './labels.ts'
import { Requested } from './requested.tsx'

interface DecideDialogProps {
  deployment: string
  approval: Approval
  choice: Choice
  /** Called once the service has accepted it. */
  onDecided?: () => void
  onClose: () => void
}

const maxLength = 3000
const text = labels.dialog

function faultOf(note: string): string | undefined {
  if (note.trim() === '') return text.whyMissing
  return note.length > maxLength ? text.tooLong : undefined
}

/** The state of the form. */
function useDecision({ deployment, approval: opened, choice, onDecided, onClose }: DecideDialogProps) {
  const { mutate, isPending, error } = useMutation(decideApprovalOptions(deployment, choice))
  // The request as it was when it was opened, or as it is since the service has refused to decide about that.
  const [approval, setApproval] = useState(opened)
  const [note, setNote] = useState('')
  const [attempt, setAttempt] = useState(0)
  const fault = faultOf(note)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAttempt((times) => times + 1)
    if (isPending || fault) return
    const done = choice === 'approve' ? text.approved : text.declined
    const onSuccess = () => {
      toast({ title: done, detail: titleOf(approval), tone: 'ok', slot: 'approvals' })
      onDecided?.()
      onClose()
    }
    const onError = (problem: Error) => setApproval((before) => currentApproval(problem) ?? before)
    mutate({ id: approval.id, note: note.trim(), version: approval.version }, { onSuccess, onError })
  }
  const shownFault = attempt > 0 ? fault : undefined
  return {
    approval,
    isChanged: approval !== opened,
    note,
    setNote,
    attempt,
    shownFault,
    submit,
    isPending,
    error,
  }
}

/** Approves or declines a request, which needs a reason. */
export function DecideDialog(props: DecideDialogProps) {
  const { choice, onClose } = props
  const { approval, isChanged, note, setNote, attempt, shownFault, submit, isPending, error } =
    useDecision(props)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const formId = useId()
  useFocusFault(form, attempt)
  const problem = error && explain(error)
  return (
    <Dialog
      open
      keepOpen
      size="large"
      onClose={onClose}
      initialFocus={field}
      title={text[choice](approval.count)}
      description={choice === 'approve' ? text.approveDetail : text.declineDetail}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={isPending}
            hint="Ctrl Enter"
            disabledReason={approval.state === 'requested' ? undefined : problem?.detail}
          >
            {labels[choice]}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={submit} className="space-y-3 text-base">
        <Requested deployment={props.deployment} approval={approval} />
        <Field label={text.why} required error={shownFault}>
          <Textarea ref={field} value={note} onChange={(event) => setNote(event.currentTarget.value)} />
        </Field>
        {problem && (
          <p role="alert" className="wrap-anywhere text-danger">
            {problem.kind !== 'conflict' && `${problem.title}. `}
            {problem.detail} {isChanged && approval.state === 'requested' && text.changed(approval)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
