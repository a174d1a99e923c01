import { type FormEvent, type RefObject, useRef, useState } from 'react'
import type { PolicyMode } from '#api/policies.ts'
import { modeLabel } from '#features/policies/names.ts'
import type { PageType } from '#lib/urls/paths.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { labels } from '../labels.ts'
import { ModeControl } from '../mode/mode-control.tsx'
import { RuleImpactForm } from '../mode/rule-impact-form.tsx'
import type { Modes } from '../mode/use-modes.tsx'

interface PathDialogProps {
  deployment: string
  policyId: string
  type: PageType
  modes: Modes
  onClose: () => void
}

/** A rule and the mode to set. */
interface RuleMode {
  rulePath: string
  policyMode: PolicyMode
}

/** Sets the mode of a rule whose ID is typed, for services that do not list rules. Its current mode is unknown here. */
export function PathDialog({ deployment, policyId, type, modes, onClose }: PathDialogProps) {
  const [request, setRequest] = useState<RuleMode>()
  const input = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open
      onClose={onClose}
      keepOpen
      initialFocus={input}
      title={labels.policy.byId.title}
      description={labels.byId.description}
    >
      <RuleModeForm input={input} request={request} onRequest={setRequest} onCancel={onClose} />
      {request && (
        <RuleImpactForm
          {...{ deployment, policyId, type, ...request }}
          title={labels.byId.set(modeLabel(request.policyMode))}
          onApply={async (confirmed) => {
            const made = await modes.set(policyId, { ...request, ...confirmed }, undefined)
            if (made) onClose()
            return made
          }}
          onCancel={() => setRequest(undefined)}
          className="mt-4 rounded border border-line bg-surface-2 px-3 py-2"
        />
      )}
    </Dialog>
  )
}

interface RuleModeFormProps {
  input: RefObject<HTMLInputElement | null>
  /** The pending change; while it is set, the form has no buttons. */
  request: RuleMode | undefined
  /** Called with the rule and mode, and with undefined as soon as one of them changes. */
  onRequest: (request: RuleMode | undefined) => void
  onCancel: () => void
}

/** Asks for the ID of a rule and its new mode. */
function RuleModeForm({ input, request, onRequest, onCancel }: RuleModeFormProps) {
  const [path, setPath] = useState('')
  const [mode, setMode] = useState<PolicyMode>()
  const [isSubmitted, setIsSubmitted] = useState(false)
  const rulePath = path.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
    if (rulePath !== '' && mode) onRequest({ rulePath, policyMode: mode })
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field
        label={labels.byId.rule}
        hint={labels.byId.ruleHint}
        error={isSubmitted && rulePath === '' ? labels.byId.ruleMissing : undefined}
      >
        <TextInput
          ref={input}
          mono
          autoComplete="off"
          spellCheck={false}
          maxLength={1000}
          value={path}
          onChange={(event) => {
            setPath(event.currentTarget.value)
            onRequest(undefined)
          }}
        />
      </Field>
      <div className="grid justify-items-start gap-1">
        <span className="font-medium">{labels.byId.mode}</span>
        <ModeControl
          label={labels.byId.modeLabel}
          mode={mode}
          onChoose={(next) => {
            setMode(next)
            onRequest(undefined)
          }}
        />
        {isSubmitted && !mode && <p className="text-danger">{labels.byId.modeMissing}</p>}
      </div>
      {!request && (
        <div className="flex justify-end gap-2">
          <Button onClick={onCancel}>{labels.byId.cancel}</Button>
          <Button type="submit" variant="primary">
            {labels.byId.preview}
          </Button>
        </div>
      )}
    </form>
  )
}
