import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { refsOptions } from '#api/projects/projects.ts'
import type { Project } from '#contract/responses/projects.ts'
import { refLabel, wholeRef } from '#lib/text/ref-label.ts'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/combobox/combobox.tsx'
import { matchingOptions } from '#ui/combobox/matching-options.ts'
import { Field } from '#ui/form/field.tsx'
import { IconButton } from '#ui/icon/icon-button.tsx'
import { labels } from '../labels.ts'
import type { useSettings } from './use-settings.ts'

interface ProtectedRefsProps {
  deployment: string
  project: Project
  /** Why this person may not change them. */
  disabledReason: string | undefined
  change: ReturnType<typeof useSettings>['change']
}

/** The contract's limit. */
const maxRefs = 50

/** The refs, beside the primary branch, whose findings those of other refs are compared with. */
export function ProtectedRefs(props: ProtectedRefsProps) {
  const { project, disabledReason, change } = props
  const refs = project.protected_refs ?? []
  return (
    <fieldset className="min-w-0">
      <legend className="pb-1 font-medium">{labels.settings.protected}</legend>
      {refs.length === 0 ? (
        <p className="text-2">{labels.settings.noProtected}</p>
      ) : (
        <ul aria-label={labels.settings.protected} className="max-w-120">
          {refs.map((ref) => (
            <li key={ref} className="flex min-h-7 items-center gap-1">
              <bdi className="min-w-0 wrap-anywhere">{refLabel(ref)}</bdi>
              <IconButton
                size="small"
                icon="close"
                label={labels.settings.unprotect(refLabel(ref))}
                disabledReason={disabledReason}
                onClick={() =>
                  void change(
                    { protected_refs: refs.filter((other) => other !== ref) },
                    labels.settings.protectedSet(refLabel(ref), false),
                  )
                }
              />
            </li>
          ))}
        </ul>
      )}
      <p className="pt-1 text-3">{disabledReason ?? labels.settings.protectedHint}</p>
      {disabledReason === undefined && <AddRef {...props} refs={refs} />}
    </fieldset>
  )
}

function faultOf(ref: string, { primary, refs }: { primary: string; refs: readonly string[] }) {
  if (ref === '') return labels.settings.protectMissing
  if (wholeRef(ref) === primary) return labels.settings.isPrimary
  if (refs.includes(wholeRef(ref))) return labels.settings.isProtected(refLabel(wholeRef(ref)))
  return undefined
}

function AddRef({ deployment, project, change, refs }: ProtectedRefsProps & { refs: readonly string[] }) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const [saving, setSaving] = useState(false)
  const { data: known = [] } = useQuery(refsOptions(deployment, project.id))
  const options = known
    .filter(({ name, primary }) => !primary && name.startsWith('refs/heads/') && !refs.includes(name))
    .map(({ name }) => ({ value: name, label: refLabel(name) }))
  const type = (next: string) => {
    setText(next)
    setFault(undefined)
  }
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (saving) return
    const ref = text.trim()
    const problem = faultOf(ref, { primary: project.primary_branch ?? '', refs })
    setFault(problem)
    if (problem !== undefined) return
    setSaving(true)
    try {
      const next = [...refs, wholeRef(ref)]
      await change(
        { protected_refs: next },
        labels.settings.protectedSet(refLabel(wholeRef(ref)), true),
        false,
      )
      setText('')
    } catch (error) {
      setFault(explain(error).detail)
    } finally {
      setSaving(false)
    }
  }
  return (
    <form onSubmit={(event) => void add(event)} className="grid max-w-80 justify-items-start gap-2 pt-2">
      <div className="w-full">
        <Field label={labels.settings.protect} hint={labels.settings.protectHint} error={fault}>
          <Combobox
            listLabel={labels.settings.protect}
            text={text}
            options={matchingOptions(options, text)}
            onType={type}
            onChoose={({ label }) => type(label)}
          />
        </Field>
      </div>
      <Button
        type="submit"
        size="small"
        icon="plus"
        loading={saving}
        disabledReason={refs.length < maxRefs ? undefined : labels.settings.tooManyProtected(maxRefs)}
      >
        {labels.settings.protectButton}
      </Button>
    </form>
  )
}
