import { Autocomplete } from '@base-ui/react/autocomplete'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { projectsOptions } from '#api/projects/project-names.ts'
import { Field } from '#ui/form/field.tsx'
import { optionStyles } from '#ui/overlay/popup-styles.ts'
import { labels } from '../labels.ts'
import type { Subject } from './draft.ts'
import { ProjectInput } from './project-input.tsx'

interface ProjectFieldProps {
  deployment: string
  label: string
  hideLabel?: boolean | undefined
  error?: string | undefined
  /** Undefined where nothing is chosen. */
  chosen: Subject | undefined
  /** Offers the whole deployment, which is null. */
  withWhole?: boolean | undefined
  /** The input, to give it the focus. */
  input?: Ref<HTMLInputElement> | undefined
  onChoose: (subject: Subject | undefined) => void
}

interface SubjectOption {
  key: string
  label: string
  subject: Subject
}

const mostOffered = 20
const deploymentOption: SubjectOption = { key: 'whole', label: labels.deployment, subject: null }

const labelOf = (subject: Subject | undefined) =>
  subject === undefined ? '' : subject === null ? deploymentOption.label : subject.name

/** A field that finds a project by a part of its name, or takes the whole deployment. */
export function ProjectField(props: ProjectFieldProps) {
  const { deployment, label, hideLabel, error, chosen, withWhole = false, input, onChoose } = props
  const [text, setText] = useState(labelOf(chosen))
  const [open, setOpen] = useState(false)
  const [known, setKnown] = useState(chosen)
  if (known !== chosen) {
    setKnown(chosen)
    setText(labelOf(chosen))
  }
  // What stands there is no question as long as nobody has typed over it.
  const query = text === labelOf(chosen) ? '' : text.trim()
  const projects = useQuery({
    ...projectsOptions(deployment, query, mostOffered),
    enabled: open,
    placeholderData: keepPreviousData,
  })
  const matching = (projects.data?.projects ?? []).map(
    ({ id, name }): SubjectOption => ({ key: String(id), label: name, subject: { id, name } }),
  )
  const offers =
    withWhole && deploymentOption.label.toLowerCase().includes(query.toLowerCase())
      ? [deploymentOption, ...matching]
      : matching
  const choose = (offer: SubjectOption) => {
    setText(offer.label)
    setOpen(false)
    onChoose(offer.subject)
  }
  const leave = () => {
    setOpen(false)
    setText(labelOf(chosen))
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && !open) setOpen(true)
    if (event.key !== 'Escape' || !open) return
    event.preventDefault()
    event.stopPropagation()
    leave()
  }
  const shown = open && (offers.length > 0 || projects.data !== undefined)
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
        items={offers}
        filter={null}
        value={text}
        autoHighlight
        onValueChange={(next, { reason }) => {
          if (reason === 'item-press') return
          setText(next)
          setOpen(true)
        }}
        itemToStringValue={(offer: SubjectOption) => offer.label}
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
        {shown && (
          // In its place: a list at the end of the page would hide the dialog from screen readers.
          <div className="absolute inset-x-0 top-full z-10 mt-1 rounded border border-line bg-surface-1 text-1 shadow-float">
            <Autocomplete.List
              aria-label={label}
              // A press on an entry leaves the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              className="max-h-56 overflow-y-auto p-1 outline-none empty:hidden"
            >
              {(offer: SubjectOption) => (
                <Autocomplete.Item
                  key={offer.key}
                  value={offer}
                  onClick={() => choose(offer)}
                  className={optionStyles}
                >
                  <span title={offer.label} className="min-w-0 flex-1 truncate">
                    <bdi>{offer.label}</bdi>
                  </span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
            <Autocomplete.Status className="px-2 py-1.5 text-xs text-3 empty:hidden">
              {offers.length === 0 && !projects.isFetching
                ? labels.dialog.noProject
                : matching.length === mostOffered
                  ? labels.dialog.firstProjects
                  : null}
            </Autocomplete.Status>
          </div>
        )}
      </Autocomplete.Root>
    </div>
  )
}
