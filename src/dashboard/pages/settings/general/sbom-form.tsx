import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { explain } from '#api/http/errors.ts'
import { updateSettingsOptions } from '#api/settings.ts'
import type { SbomDefaults } from '#contract/operations/sbom.ts'
import { supplierField } from '#features/sbom/completeness.ts'
import { DefaultsFields } from '#features/sbom/form/defaults-fields.tsx'
import {
  contractFaults,
  type DefaultsDraft,
  defaultsOf,
  draftOf,
  faultsOf,
} from '#features/sbom/form/draft.ts'
import { Button } from '#ui/button.tsx'
import { useFocusFault } from '#ui/form/use-focus-fault.ts'
import { toast } from '#ui/toast/toast.ts'
import { labels } from '../labels.ts'
import { RequestError } from '../request-error.tsx'

interface SbomFormProps {
  deployment: string
  defaults: SbomDefaults | null
  /** Why this person may not change them. */
  disabledReason: string | undefined
}

/** Focuses the supplier field if the person followed a link to set it. */
function useSupplierFocus(form: RefObject<HTMLFormElement | null>): void {
  const { hash } = useLocation()
  // Runs after the page has set its own focus.
  useEffect(() => {
    if (hash !== `#${supplierField}`) return undefined
    const later = setTimeout(() => form.current?.querySelector<HTMLElement>('[name=supplierName]')?.focus())
    return () => clearTimeout(later)
  }, [hash, form])
}

/** Changes the defaults, with Undo in the toast. */
function useChangeDefaults(deployment: string, defaults: SbomDefaults | null) {
  const { mutate, isPending, error, reset } = useMutation(updateSettingsOptions(deployment))
  const undo = (before: SbomDefaults | null) =>
    mutate(
      { sbomDefaults: before },
      { onSuccess: () => toast({ title: labels.general.sbomRestored, tone: 'ok', slot: 'settings' }) },
    )
  const change = (next: SbomDefaults | null, title: string, onSaved: () => void) =>
    mutate(
      { sbomDefaults: next },
      {
        onSuccess: () => {
          onSaved()
          const action = { label: labels.general.undo, run: () => undo(defaults) }
          toast({ title, tone: 'ok', slot: 'settings', action })
        },
      },
    )
  return { change, isPending, error, reset }
}

/** The defaults of exports, saved together, with Undo in the toast. */
export function SbomForm({ deployment, defaults, disabledReason }: SbomFormProps) {
  // Typed values override saved ones, which others may change meanwhile.
  const [changes, setChanges] = useState<Partial<DefaultsDraft>>({})
  const [attempt, setAttempt] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const { change, isPending, error, reset } = useChangeDefaults(deployment, defaults)
  const draft = { ...draftOf(defaults), ...changes }
  const next = defaultsOf(draft)
  const wrong = contractFaults(next ?? {})
  const serviceFaults = faultsOf(error, 'sbomDefaults')
  const faults = { ...serviceFaults.faults, ...(attempt > 0 ? wrong : {}) }
  const isFaulty = Object.keys(faults).length > 0
  useFocusFault(form, attempt, isFaulty)

  useSupplierFocus(form)
  const save = (nextDefaults: SbomDefaults | null, title: string) =>
    change(nextDefaults, title, () => {
      setChanges({})
      setAttempt(0)
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAttempt((times) => times + 1)
    if (isPending || Object.keys(wrong).length > 0) return
    save(next, next ? labels.general.sbomSaved : labels.general.sbomCleared)
  }
  const isChanged = JSON.stringify(next) !== JSON.stringify(defaultsOf(draftOf(defaults)))
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      <DefaultsFields
        optional
        draft={draft}
        faults={faults}
        disabled={disabledReason !== undefined}
        onChange={(edited) => {
          setChanges((before) => ({ ...before, ...edited }))
          if (error) reset()
        }}
      />
      <RequestError error={error && !serviceFaults.all ? explain(error) : null} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          variant="quiet"
          disabledReason={disabledReason ?? (defaults === null ? labels.general.noDefaults : undefined)}
          onClick={() => save(null, labels.general.sbomCleared)}
        >
          {labels.general.clearDefaults}
        </Button>
        <Button
          type="submit"
          variant="primary"
          loading={isPending}
          disabledReason={disabledReason ?? (isChanged || isFaulty ? undefined : labels.general.unchanged)}
        >
          {labels.general.saveDefaults}
        </Button>
      </div>
    </form>
  )
}
