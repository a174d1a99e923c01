import { endsOfReasons } from '#contract/ignore-ends.ts'
import type { FindingType, TriageReason } from '#contract/vocabulary.ts'
import { dayAfter } from '#lib/time/day.ts'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { triageLabels } from '../action-labels.ts'
import { ignoreEndOf, untilText } from '../end-text.ts'
import { endsFor } from './end.ts'

const periods = [7, 30, 90]
const onDay = 'day'

interface UntilFieldProps {
  /** The types of the findings, which say what can end ignoring them. */
  types: readonly FindingType[]
  /** Some reasons have an end of their own. */
  reason: TriageReason | undefined
  /** The last day on which the finding is ignored, `2026-11-21`, or the event that ends that; undefined for no end. */
  value: string | undefined
  onChange: (day: string | undefined) => void
  /** The id of an error about the day. */
  errorId: string | undefined
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** How long a finding stays ignored: without end, for a period, until a day, or until something happens. */
export function UntilField({ types, reason, value, onChange, errorId }: UntilFieldProps) {
  const own = reason && endsOfReasons[reason]
  if (own) return <span className="px-1 text-2">{sentence(untilText(own))}</span>
  return <EndField types={types} value={value} onChange={onChange} errorId={errorId} />
}

function EndField({ types, value, onChange, errorId }: Omit<UntilFieldProps, 'reason'>) {
  const now = new Date()
  const chosen = ignoreEndOf(value) && value
  const offered: readonly string[] = endsFor(types)
  const ends = chosen && !offered.includes(chosen) ? [...offered, chosen] : offered
  const period = periods.find((days) => dayAfter(now, days) === value)
  const choose = (choice: string) => {
    if (choice === onDay) onChange(dayAfter(now, 14))
    else if (ignoreEndOf(choice)) onChange(choice)
    else onChange(choice === '' ? undefined : dayAfter(now, Number(choice)))
  }
  return (
    <>
      <NativeSelect
        aria-label={triageLabels.howLong}
        value={value === undefined ? '' : (chosen ?? period ?? onDay)}
        onChange={(event) => choose(event.currentTarget.value)}
        // What happens is longer than a number of days.
        className={chosen ? 'w-52 max-w-full' : 'w-34'}
      >
        <option value="">{triageLabels.noEnd}</option>
        {periods.map((days) => (
          <option key={days} value={days}>
            {triageLabels.forDays(days)}
          </option>
        ))}
        <option value={onDay}>{triageLabels.untilDay}</option>
        {ends.map((end) => (
          <option key={end} value={end}>
            {sentence(untilText(end))}
          </option>
        ))}
      </NativeSelect>
      {value !== undefined && !chosen && period === undefined && (
        <TextInput
          type="date"
          aria-label={triageLabels.lastDay}
          aria-invalid={errorId ? true : undefined}
          aria-describedby={errorId}
          min={dayAfter(now, 1)}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          className="w-38"
        />
      )}
    </>
  )
}
