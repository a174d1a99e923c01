import { forgetSince, relativeTimeLabel } from '#lib/time/relative-time.ts'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { DayField } from './day-field.tsx'
import { RailGroup } from './rail-group.tsx'
import { timeLabels } from './time-labels.ts'
import { isDay } from './time-values.ts'

const dayIn = (word: string | undefined) => (word !== undefined && isDay(word) ? word : '')
const dayOrNone = (text: string) => (isDay(text) ? text : undefined)

interface Span {
  since?: string | undefined
  until?: string | undefined
}

interface TimeGroupProps extends Span {
  label: string
  onChange: (span: Span) => void
}

const spans = ['1d', '7d', '30d', '90d']
const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** A time filter: a relative range, stored as such, or dates. */
export function TimeGroup({ label, since, until, onChange }: TimeGroupProps) {
  const relative = since !== undefined && relativeTimeLabel(since) !== since
  const days = until !== undefined || (since !== undefined && !relative)
  const choose = (value: string) => {
    if (value === 'days') return onChange({ since: new Date().toISOString().slice(0, 10), until: undefined })
    if (value !== '') forgetSince(value)
    onChange({ since: value === '' ? undefined : value, until: undefined })
  }
  const offered = relative && !spans.includes(since) ? [since, ...spans] : spans
  return (
    <RailGroup label={label}>
      <NativeSelect
        aria-label={label}
        data-focus-key="since"
        value={days ? 'days' : (since ?? '')}
        onChange={(event) => choose(event.target.value)}
        className="mt-0.5 w-full"
      >
        <option value="">{timeLabels.anyTime}</option>
        {offered.map((span) => (
          <option key={span} value={span}>
            {sentence(relativeTimeLabel(span))}
          </option>
        ))}
        <option value="days">{timeLabels.customRange}</option>
      </NativeSelect>
      {days && (
        <>
          <DayField
            label={timeLabels.startDate}
            value={dayIn(since)}
            onChoose={(next) => onChange({ since: dayOrNone(next), until })}
          />
          <DayField
            label={timeLabels.endDate}
            value={dayIn(until)}
            onChoose={(next) => onChange({ since, until: dayOrNone(next) })}
          />
        </>
      )}
    </RailGroup>
  )
}
