import { type Ref, useState } from 'react'
import { Combobox } from '#ui/combobox/combobox.tsx'
import { Field } from '#ui/form/field.tsx'
import { labels } from '../labels.ts'
import type { Subject } from './draft.ts'
import { subjectLabel, useSubjectOptions } from './use-subject-options.ts'

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
 * A field that searches a project by part of its name, or selects the whole deployment. Without a choice it reverts to
 * the selected one.
 */
export function ProjectField(props: ProjectFieldProps) {
  const { deployment, label, hideLabel, error, chosen, withWhole = false, input, onChoose } = props
  const [text, setText] = useState(subjectLabel(chosen))
  const [isUsed, setIsUsed] = useState(false)
  const [known, setKnown] = useState(chosen)
  if (known !== chosen) {
    setKnown(chosen)
    setText(subjectLabel(chosen))
  }
  // The label of the selected project is not a search text until it is edited.
  const query = text === subjectLabel(chosen) ? '' : text.trim()
  const { options, status } = useSubjectOptions({ deployment, query, enabled: isUsed, withWhole })
  const revert = () => setText(subjectLabel(chosen))
  const placeholder = withWhole ? labels.dialog.searchTargets : labels.dialog.searchProjects
  return (
    <Field label={label} hideLabel={hideLabel} error={error}>
      <Combobox
        input={{ ref: input ?? null, placeholder }}
        icon="search"
        listLabel={label}
        text={text}
        options={options}
        status={status}
        autoHighlight
        onOpen={() => setIsUsed(true)}
        onType={setText}
        onChoose={(option) => {
          setText(option.label)
          onChoose(option.subject)
        }}
        onLeave={revert}
        onEscape={(wasOpen) => {
          if (wasOpen) revert()
          return wasOpen
        }}
      />
    </Field>
  )
}
