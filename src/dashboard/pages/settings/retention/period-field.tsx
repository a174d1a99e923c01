import { useId } from 'react'
import type { RetentionKind } from '#contract/parameters/retention.ts'
import type { RetentionPreview } from '#contract/responses/deployments.ts'
import { Field } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { Time } from '#ui/text/time.tsx'
import { daysOf, offeredDays, type PeriodDraft } from './draft.ts'
import { labels, periodLabel, wouldDelete } from './labels.ts'

interface PeriodFieldProps {
  kind: RetentionKind
  draft: PeriodDraft
  /** What the period would delete; undefined while it is being counted. */
  expired: RetentionPreview[RetentionKind] | undefined
  isAdministrator: boolean
  isSubmitted: boolean
  onChange: (draft: PeriodDraft) => void
}

const [everything, custom] = ['everything', 'custom']

/** The retention period of one kind of data, with what it would delete. */
export function PeriodField(props: PeriodFieldProps) {
  const { kind, draft, isAdministrator, isSubmitted, onChange } = props
  const { name, hint } = labels.kinds[kind]
  const hintId = useId()
  const change = (value: string) => {
    if (value === custom) onChange({ isCustom: true, text: '' })
    else onChange({ isCustom: false, days: value === everything ? null : Number(value) })
  }
  return (
    <div className="grid gap-x-6 gap-y-2 border-t border-line py-3 sm:grid-cols-[minmax(0,1fr)_17rem]">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <Field label={name}>
          <NativeSelect
            className="w-44"
            aria-describedby={hintId}
            disabled={!isAdministrator}
            value={draft.isCustom ? custom : String(draft.days ?? everything)}
            onChange={(event) => change(event.currentTarget.value)}
          >
            <option value={everything}>{labels.everything}</option>
            {offeredDays.map((days) => (
              <option key={days} value={days}>
                {periodLabel(days)}
              </option>
            ))}
            <option value={custom}>{labels.custom}</option>
          </NativeSelect>
        </Field>
        {draft.isCustom && (
          <Field
            label={labels.days}
            required
            error={isSubmitted && daysOf(draft) === undefined ? labels.daysFault : undefined}
          >
            <TextInput
              className="w-24"
              inputMode="numeric"
              autoComplete="off"
              maxLength={5}
              disabled={!isAdministrator}
              value={draft.text}
              onChange={(event) => onChange({ isCustom: true, text: event.currentTarget.value })}
            />
          </Field>
        )}
        <p id={hintId} className="basis-full text-3">
          {hint}
        </p>
      </div>
      {isAdministrator && (
        <p className="text-2 tabular-nums sm:pt-7">
          <ExpiredText {...props} />
        </p>
      )}
    </div>
  )
}

function ExpiredText({ draft, expired }: PeriodFieldProps) {
  const days = daysOf(draft)
  if (days === null) return labels.keepsAll
  if (days === undefined) return null
  if (!expired) return labels.counting
  if (expired.count === 0) return labels.nothing
  return (
    <>
      {wouldDelete(expired.count)} <Time value={expired.oldest} now={new Date()} form="day" />
    </>
  )
}
