import { DayField } from '#features/list/filters/day-field.tsx'
import { RailGroup } from '#features/list/filters/rail-group.tsx'
import { forgetSince, relativeTimeLabel, resolveSince } from '#lib/time/relative-time.ts'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { DebouncedInput } from '#ui/form/text-field.tsx'
import { withFilter } from '../list/list-state.ts'
import { labelOf, spanLabels } from './filter-labels.ts'
import { filterLabels } from './labels.ts'
import type { RailProps } from './rail-props.ts'

const spans = ['1d', '7d', '30d', '90d']
/** In seconds. */
const day = 86_400
const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
const dayOf = (seconds: number | undefined) =>
  seconds === undefined ? '' : new Date(seconds * 1000).toISOString().slice(0, 10)

type Since = 'since' | 'triaged_since'
const ends: Record<Since, 'until' | 'triaged_until'> = { since: 'until', triaged_since: 'triaged_until' }

interface SpanGroupProps extends RailProps {
  /** The filter parameter of the start of the range. */
  name: Since
}

/** A time filter, such as since when a finding is relevant: a relative range, stored as its name, or dates. */
export function SpanGroup({ state, change, name }: SpanGroupProps) {
  const end = ends[name]
  const { [name]: since, [end]: until } = state.filter
  const { label, from, to } = spanLabels[name]
  const word = state.relativeTimes[name]
  const days = since === undefined ? until !== undefined : word === undefined
  const choice = { kind: 'choice', group: name } as const
  const choose = (value: string) => {
    if (value === '') change((now) => withFilter(now, { [name]: undefined, [end]: undefined }), choice)
    else if (value === 'days') {
      change((now) => withFilter(now, { [name]: now.filter[name] ?? today() }), choice)
    } else {
      forgetSince(value)
      change(
        (now) => withFilter(now, { [name]: resolveSince(value), relativeTimes: { [name]: value } }),
        choice,
      )
    }
  }
  const chooseDay = (bound: Since | typeof end, text: string) => {
    const start = Date.parse(`${text}T00:00:00Z`) / 1000
    const instant = bound === end ? start + day : start
    if (text === '') change((now) => withFilter(now, { [bound]: undefined }), choice)
    else if (instant >= 0) change((now) => withFilter(now, { [bound]: instant }), choice)
  }
  const offered = word !== undefined && !spans.includes(word) ? [word, ...spans] : spans
  return (
    <RailGroup label={label}>
      <NativeSelect
        aria-label={label}
        value={days ? 'days' : (word ?? '')}
        onChange={(event) => choose(event.target.value)}
        className="mt-0.5 w-full"
      >
        <option value="">{filterLabels.anyTime}</option>
        {offered.map((span) => (
          <option key={span} value={span}>
            {sentence(relativeTimeLabel(span))}
          </option>
        ))}
        <option value="days">{filterLabels.between}</option>
      </NativeSelect>
      {days && <DayField label={from} value={dayOf(since)} onChoose={(text) => chooseDay(name, text)} />}
      {(days || until !== undefined) && (
        <DayField
          label={to}
          // The end is exclusive: it is the start of the following day.
          value={dayOf(until === undefined ? undefined : until - 1)}
          onChoose={(text) => chooseDay(end, text)}
        />
      )}
    </RailGroup>
  )
}

function today(): number {
  return Math.floor(Date.now() / 1000 / day) * day
}

type Scope = 'each' | 'once' | 'primary'

/** Which branches are included, and whether a finding on several branches is listed once. */
export function BranchGroup({ state, change }: RailProps) {
  const { primary_ref: primary, dedup, ref } = state.filter
  const scope: Scope = primary ? 'primary' : dedup ? 'once' : 'each'
  const choose = (next: string) =>
    change(
      (now) =>
        withFilter(now, {
          primary_ref: next === 'primary' ? true : undefined,
          dedup: next === 'once' ? true : undefined,
          ...(next === 'primary' ? { ref: undefined } : {}),
        }),
      { kind: 'choice', group: 'branch' },
    )
  return (
    <RailGroup label={labelOf('ref')}>
      <NativeSelect
        aria-label={filterLabels.branches}
        value={scope}
        onChange={(event) => choose(event.target.value)}
        className="mt-0.5 w-full"
      >
        <option value="primary">{filterLabels.primary}</option>
        <option value="once">{filterLabels.all}</option>
        <option value="each">{filterLabels.each}</option>
      </NativeSelect>
      <DebouncedInput
        label={filterLabels.oneBranch}
        placeholder={filterLabels.oneBranchExample}
        mono
        value={ref ?? ''}
        onType={(text) =>
          change(
            (now) =>
              withFilter(now, text === '' ? { ref: undefined } : { ref: text, primary_ref: undefined }),
            { kind: 'typing' },
          )
        }
        className="mt-1.5"
      />
    </RailGroup>
  )
}
