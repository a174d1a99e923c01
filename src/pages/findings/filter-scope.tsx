import { forgetSince, relativeWords, resolveSince } from '#lib/relative-time.ts'
import { DayField } from '#parts/list/day-field.tsx'
import { RailGroup } from '#parts/list/rail-group.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { TypedInput } from '#ui/typed-input.tsx'
import { labelOf } from './filter-labels.ts'
import { withFilter } from './list-state.ts'
import type { RailProps } from './rail-props.ts'

const spans = ['1d', '7d', '30d', '90d']
/** In seconds. */
const day = 86_400
const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
const dayOf = (seconds: number | undefined) =>
  seconds === undefined ? '' : new Date(seconds * 1000).toISOString().slice(0, 10)

/** Since when a finding is relevant: a span that is kept in words, or days. */
export function SinceGroup({ state, change }: RailProps) {
  const { since, until } = state.filter
  const word = state.words.since
  const days = since === undefined ? until !== undefined : word === undefined
  const choice = { kind: 'choice', group: 'since' } as const
  const choose = (value: string) => {
    if (value === '') change((now) => withFilter(now, { since: undefined, until: undefined }), choice)
    else if (value === 'days') {
      change((now) => withFilter(now, { since: now.filter.since ?? today() }), choice)
    } else {
      forgetSince(value)
      change((now) => withFilter(now, { since: resolveSince(value), words: { since: value } }), choice)
    }
  }
  const chooseDay = (name: 'since' | 'until', text: string) => {
    const start = Date.parse(`${text}T00:00:00Z`) / 1000
    const instant = name === 'until' ? start + day : start
    if (text === '') change((now) => withFilter(now, { [name]: undefined }), choice)
    else if (instant >= 0) change((now) => withFilter(now, { [name]: instant }), choice)
  }
  const offered = word !== undefined && !spans.includes(word) ? [word, ...spans] : spans
  return (
    <RailGroup label={labelOf('since')}>
      <NativeSelect
        aria-label={labelOf('since')}
        value={days ? 'days' : (word ?? '')}
        onChange={(event) => choose(event.target.value)}
        className="mt-0.5 w-full"
      >
        <option value="">Any time</option>
        {offered.map((span) => (
          <option key={span} value={span}>
            {sentence(relativeWords(span))}
          </option>
        ))}
        <option value="days">Between days…</option>
      </NativeSelect>
      {days && (
        <DayField label="Since the day" value={dayOf(since)} onChoose={(text) => chooseDay('since', text)} />
      )}
      {(days || until !== undefined) && (
        <DayField
          label="Until the day"
          // The bound itself is not within: it is the start of the day after.
          value={dayOf(until === undefined ? undefined : until - 1)}
          onChoose={(text) => chooseDay('until', text)}
        />
      )}
    </RailGroup>
  )
}

/** The days within which the triage that stands was made. */
export function TriagedGroup({ state, change }: RailProps) {
  const { triaged_since: since, triaged_until: until } = state.filter
  const choose = (name: 'triaged_since' | 'triaged_until', text: string) => {
    const start = Date.parse(`${text}T00:00:00Z`) / 1000
    const instant = name === 'triaged_until' ? start + day : start
    if (text !== '' && !(instant >= 0)) return
    change((now) => withFilter(now, { [name]: text === '' ? undefined : instant }), {
      kind: 'choice',
      group: 'triaged',
    })
  }
  const days = since !== undefined || until !== undefined
  const chooseSpan = (span: string) => {
    if (span === 'days' && days) return
    const from = span === '' ? undefined : span === 'days' ? today() : resolveSince(span)
    change((now) => withFilter(now, { triaged_since: from, triaged_until: undefined }), {
      kind: 'choice',
      group: 'triaged',
    })
  }
  return (
    <RailGroup label="Triaged">
      <NativeSelect
        aria-label="Triaged"
        value={days ? 'days' : ''}
        onChange={(event) => chooseSpan(event.target.value)}
        className="mt-0.5 w-full"
      >
        <option value="">Any time</option>
        {spans.map((span) => (
          <option key={span} value={span}>
            {sentence(relativeWords(span))}
          </option>
        ))}
        <option value="days">Between days…</option>
      </NativeSelect>
      {days && (
        <>
          <DayField
            label="Triaged from the day"
            value={dayOf(since)}
            onChoose={(text) => choose('triaged_since', text)}
          />
          <DayField
            label="Triaged to the day"
            value={dayOf(until === undefined ? undefined : until - 1)}
            onChoose={(text) => choose('triaged_until', text)}
          />
        </>
      )}
    </RailGroup>
  )
}

function today(): number {
  return Math.floor(Date.now() / 1000 / day) * day
}

type Scope = 'each' | 'once' | 'primary'

/** Which branches count, and whether a flaw that stands on several is listed once. */
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
        aria-label="Branches"
        value={scope}
        onChange={(event) => choose(event.target.value)}
        className="mt-0.5 w-full"
      >
        <option value="primary">Primary branches</option>
        <option value="once">All branches, each once</option>
        <option value="each">All branches</option>
      </NativeSelect>
      <TypedInput
        label="One branch"
        placeholder="One branch: release/4.2"
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
