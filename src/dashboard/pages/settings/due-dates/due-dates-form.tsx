import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { tagsOptions } from '#api/projects/tags.ts'
import { dueDatesPreviewOptions, updateSettingsOptions } from '#api/settings.ts'
import type { DueDates } from '#contract/parameters/due-dates.ts'
import { maxDueTags } from '#contract/parameters/due-days.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { useFocusFault } from '#ui/form/use-focus-fault.ts'
import { toast } from '#ui/toast/toast.ts'
import { RequestError } from '../request-error.tsx'
import { administratorsOnly } from '../section-props.ts'
import { DaysFields } from './days-fields.tsx'
import { type DueDatesDraft, draftOf, dueDatesOf } from './draft.ts'
import { labels, presentText, previewText } from './labels.ts'

interface DueDatesFormProps {
  deployment: string
  saved: DueDates | null
  isAdministrator: boolean
}

/** Saves due dates, with Undo in the toast. */
function useSaveDueDates(deployment: string, saved: DueDates | null) {
  const { mutate, isPending, error } = useMutation(updateSettingsOptions(deployment))
  const undo = () =>
    mutate(
      { dueDates: saved },
      { onSuccess: () => toast({ title: labels.restored, tone: 'ok', slot: 'settings' }) },
    )
  const save = (dueDates: DueDates | null, onSaved: () => void) =>
    mutate(
      { dueDates },
      {
        onSuccess: () => {
          onSaved()
          const action = { label: labels.undo, run: undo }
          toast({ title: labels.saved, tone: 'ok', slot: 'settings', action })
        },
      },
    )
  return { save, isPending, error }
}

/** The days of each severity and tag, with what they make overdue, saved together. */
export function DueDatesForm({ deployment, saved, isAdministrator }: DueDatesFormProps) {
  const [edited, setEdited] = useState<DueDatesDraft>()
  const [attempt, setAttempt] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const { save, isPending, error } = useSaveDueDates(deployment, saved)
  const draft = edited ?? draftOf(saved)
  const dueDates = dueDatesOf(draft)
  const isChanged = dueDates === undefined || JSON.stringify(dueDates) !== JSON.stringify(saved)
  useFocusFault(form, attempt, dueDates === undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAttempt((times) => times + 1)
    if (isPending || dueDates === undefined) return
    save(dueDates, () => setEdited(undefined))
  }
  const saveReason = isChanged ? undefined : labels.unchanged
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Checkbox
        label={labels.on}
        checked={draft.on}
        disabled={!isAdministrator}
        onChange={(event) => setEdited({ ...draft, on: event.currentTarget.checked })}
        className="mb-3"
      />
      {draft.on && <Periods {...{ deployment, draft, isAdministrator }} onChange={setEdited} />}
      <div className="grid gap-3 border-t border-line pt-3">
        {isAdministrator && <Preview deployment={deployment} dueDates={dueDates} isChanged={isChanged} />}
        <RequestError error={error ? explain(error) : null} />
        <div className="flex justify-end">
          <Button
            type="submit"
            variant="primary"
            loading={isPending}
            disabledReason={isAdministrator ? saveReason : administratorsOnly}
          >
            {labels.save}
          </Button>
        </div>
      </div>
    </form>
  )
}

interface PeriodsProps {
  deployment: string
  draft: DueDatesDraft
  isAdministrator: boolean
  onChange: (draft: DueDatesDraft) => void
}

function Periods({ deployment, draft, isAdministrator, onChange }: PeriodsProps) {
  const { tags } = draft
  return (
    <>
      <DaysFields
        title={labels.all}
        hint={labels.allHint}
        draft={draft.all}
        isDisabled={!isAdministrator}
        onChange={(all) => onChange({ ...draft, all })}
      />
      {tags.map(({ tag, days }, index) => (
        <DaysFields
          key={tag}
          title={labels.tagOf(tag)}
          hint={labels.tagHint}
          draft={days}
          isDisabled={!isAdministrator}
          onChange={(next) => onChange({ ...draft, tags: tags.with(index, { tag, days: next }) })}
          action={
            isAdministrator && (
              <Button
                variant="quiet"
                aria-label={labels.removeTag(tag)}
                onClick={() => onChange({ ...draft, tags: tags.toSpliced(index, 1) })}
              >
                {labels.remove}
              </Button>
            )
          }
        />
      ))}
      {isAdministrator && tags.length < maxDueTags && (
        <AddTag
          deployment={deployment}
          used={tags.map(({ tag }) => tag)}
          onAdd={(tag) => onChange({ ...draft, tags: [...tags, { tag, days: draft.all }] })}
        />
      )}
    </>
  )
}

interface AddTagProps {
  deployment: string
  used: readonly string[]
  onAdd: (tag: string) => void
}

/** Offers the tags of projects that have no days yet. */
function AddTag({ deployment, used, onAdd }: AddTagProps) {
  const { data = [] } = useQuery(tagsOptions(deployment))
  const offered = data.map(({ value }) => value).filter((tag) => !used.includes(tag))
  return (
    <div className="border-t border-line py-3">
      <NativeSelect
        aria-label={labels.tag}
        className="w-72 max-w-full"
        disabled={offered.length === 0}
        value=""
        onChange={(event) => onAdd(event.currentTarget.value)}
      >
        <option value="">{offered.length === 0 ? labels.noTags : labels.chooseTag}</option>
        {offered.map((tag) => (
          <option key={tag}>{tag}</option>
        ))}
      </NativeSelect>
    </div>
  )
}

interface PreviewProps {
  deployment: string
  /** undefined if something typed is invalid. */
  dueDates: DueDates | null | undefined
  isChanged: boolean
}

/** What the form would make overdue, or what is overdue now. */
function Preview({ deployment, dueDates, isChanged }: PreviewProps) {
  const { data, error, isFetching, refetch } = useQuery({
    ...dueDatesPreviewOptions(deployment, dueDates ?? null),
    enabled: dueDates !== undefined,
  })
  if (error)
    return (
      <ErrorPanel
        error={error}
        title={labels.previewFailed}
        onRetry={() => void refetch()}
        retrying={isFetching}
        className="py-4"
      />
    )
  const text = data ? (isChanged ? previewText(data) : presentText(data)) : labels.counting
  return (
    <p role="status" className="text-1">
      {dueDates === undefined ? null : text}
    </p>
  )
}
