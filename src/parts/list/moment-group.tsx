import { useId } from 'react'
import { forgetSince, relativeWords } from '#lib/relative-time.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { isDay } from './moments.ts'
import { RailGroup } from './rail-group.tsx'

interface Span {
  since?: string | undefined
  until?: string | undefined
}

interface MomentGroupProps extends Span {
  label: string
  onChange: (span: Span) => void
}

const spans = ['1d', '7d', '30d', '90d']
const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** When something was: a span back from now that is kept in words, or days. */
export function MomentGroup({ label, since, until, onChange }: MomentGroupProps) {
  const relative = since !== undefined && relativeWords(since) !== since
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
        <option value="">At any time</option>
        {offered.map((span) => (
          <option key={span} value={span}>
            {sentence(relativeWords(span))}
          </option>
        ))}
        <option value="days">Between days…</option>
      </NativeSelect>
      {days && (
        <>
          <Day label="Since the day" value={since} onChoose={(next) => onChange({ since: next, until })} />
          <Day label="Until the day" value={until} onChoose={(next) => onChange({ since, until: next })} />
        </>
      )}
    </RailGroup>
  )
}

interface DayProps {
  label: string
  value: string | undefined
  onChoose: (day: string | undefined) => void
}

function Day({ label, value, onChoose }: DayProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="mt-1.5 block text-xs text-2">
        {label}
      </label>
      <TextInput
        id={id}
        type="date"
        value={value !== undefined && isDay(value) ? value : ''}
        onChange={(event) => onChoose(isDay(event.target.value) ? event.target.value : undefined)}
        className="mt-0.5"
      />
    </>
  )
}
