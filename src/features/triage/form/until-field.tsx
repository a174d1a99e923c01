import { dayAfter } from '#lib/time/day.ts'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { triageLabels } from '../action-labels.ts'

const periods = [7, 30, 90]
const onDay = 'day'

interface UntilFieldProps {
  /** The day on which the finding is reopened, `2026-11-21`; undefined for never. */
  value: string | undefined
  onChange: (day: string | undefined) => void
  /** The id of an error about the day. */
  errorId: string | undefined
}

/** How long a finding stays ignored: without end, for a period, or until a day. */
export function UntilField({ value, onChange, errorId }: UntilFieldProps) {
  const now = new Date()
  const period = periods.find((days) => dayAfter(now, days) === value)
  const choose = (choice: string) => {
    if (choice === onDay) onChange(dayAfter(now, 14))
    else onChange(choice === '' ? undefined : dayAfter(now, Number(choice)))
  }
  return (
    <>
      <NativeSelect
        aria-label={triageLabels.howLong}
        value={value === undefined ? '' : (period ?? onDay)}
        onChange={(event) => choose(event.currentTarget.value)}
        className="w-34"
      >
        <option value="">{triageLabels.noEnd}</option>
        {periods.map((days) => (
          <option key={days} value={days}>
            {triageLabels.forDays(days)}
          </option>
        ))}
        <option value={onDay}>{triageLabels.untilDay}</option>
      </NativeSelect>
      {value !== undefined && period === undefined && (
        <TextInput
          type="date"
          aria-label={triageLabels.reopensOn}
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
