import { Autocomplete } from '@base-ui/react/autocomplete'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { Field } from '#ui/form/field.tsx'
import { labels } from '../labels.ts'
import type { Subject } from './draft.ts'
import { ProjectInput } from './project-input.tsx'
import { SubjectList } from './subject-list.tsx'
import { type SubjectOption, subjectLabel, useSubjectOptions } from './use-subject-options.ts'

interface ProjectFieldProps {
  deployment: string
  label: string
  hideLabel?: boolean | undefined
  error?: string | undefined
  /** Undefined if nothing is selected. */
  chosen: Subject | undefined
  /** Offers the whole deployment, which is null. */
  withWhole?: boolean | undefined
  /** A ref to the input, to focus it. */
  input?: Ref<HTMLInputElement> | undefined
  onChoose: (subject: Subject | undefined) => void
}

/**
 * Manages the text of the field and whether its list is open; without a selection the field reverts to the selected
 * project.
 */
function useSubjectInput(chosen: Subject | undefined, onChoose: (subject: Subject | undefined) => void) {
  const [text, setText] = useState(subjectLabel(chosen))
  const [open, setOpen] = useState(false)
  const [known, setKnown] = useState(chosen)
  if (known !== chosen) {
    setKnown(chosen)
    setText(subjectLabel(chosen))
  }
  const type = (next: string) => {
    setText(next)
    setOpen(true)
  }
  const choose = (option: SubjectOption) => {
    setText(option.label)
    setOpen(false)
    onChoose(option.subject)
  }
  const leave = () => {
    setOpen(false)
    setText(subjectLabel(chosen))
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && !open) setOpen(true)
    if (event.key !== 'Escape' || !open) return
    event.preventDefault()
    event.stopPropagation()
    leave()
  }
  return { text, open, setOpen, type, choose, leave, press }
}

/** A field that searches a project by part of its name, or selects the whole deployment. */
export function ProjectField(props: ProjectFieldProps) {
  const { deployment, label, hideLabel, error, chosen, withWhole = false, input, onChoose } = props
  const { text, open, setOpen, type, choose, leave, press } = useSubjectInput(chosen, onChoose)
  // The label of the selected project is not a search text until it is edited.
  const query = text === subjectLabel(chosen) ? '' : text.trim()
  const { options, status, answered } = useSubjectOptions({ deployment, query, enabled: open, withWhole })
  const shown = open && (options.length > 0 || answered)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears only that the focus has left the field.
    <div
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) leave()
      }}
      className="relative"
    >
      <Autocomplete.Root
        inline
        open={shown}
        onOpenChange={setOpen}
        items={options}
        filter={null}
        value={text}
        autoHighlight
        onValueChange={(next, { reason }) => {
          if (reason !== 'item-press') type(next)
        }}
        itemToStringValue={(option: SubjectOption) => option.label}
      >
        <Field label={label} hideLabel={hideLabel} error={error}>
          <ProjectInput
            expanded={shown}
            ref={input}
            placeholder={withWhole ? labels.dialog.searchTargets : labels.dialog.searchProjects}
            onKeyDownCapture={press}
            onClick={() => setOpen(true)}
          />
        </Field>
        {shown && <SubjectList label={label} status={status} onChoose={choose} />}
      </Autocomplete.Root>
    </div>
  )
}
