import { NativeSelect } from '#ui/native-select.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { labelOf } from './filter-labels.ts'
import { RailGroup } from './filter-values.tsx'
import { withFilter } from './list-state.ts'
import type { RailProps } from './rail-props.ts'
import { forgetSince, relativeWords, resolveSince } from './relative-time.ts'
import { TypedInput } from './typed-input.tsx'

const spans = ['1d', '7d', '30d', '90d']
const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)

/** Since when a finding is relevant: a span that is kept in words, or a day. */
export function SinceGroup({ state, change }: RailProps) {
  const { since } = state.filter
  const word = state.words.since
  const shown = since === undefined ? '' : (word ?? 'day')
  const choose = (value: string) => {
    const group = { kind: 'choice', group: 'since' } as const
    if (value === '') change((now) => withFilter(now, { since: undefined }), group)
    else if (value === 'day') change((now) => withFilter(now, { since: now.filter.since ?? today() }), group)
    else {
      forgetSince(value)
      change((now) => withFilter(now, { since: resolveSince(value), words: { since: value } }), group)
    }
  }
  const chooseDay = (day: string) => {
    const instant = Date.parse(`${day}T00:00:00Z`) / 1000
    if (Number.isFinite(instant) && instant >= 0) {
      change((now) => withFilter(now, { since: instant }), { kind: 'choice', group: 'since' })
    }
  }
  const offered = word !== undefined && !spans.includes(word) ? [word, ...spans] : spans
  return (
    <RailGroup label={labelOf('since')}>
      <NativeSelect
        aria-label={labelOf('since')}
        value={shown}
        onChange={(event) => choose(event.target.value)}
        className="mt-0.5 w-full"
      >
        <option value="">Any time</option>
        {offered.map((span) => (
          <option key={span} value={span}>
            {sentence(relativeWords(span))}
          </option>
        ))}
        <option value="day">Since a day…</option>
      </NativeSelect>
      {shown === 'day' && since !== undefined && (
        <TextInput
          type="date"
          aria-label="Since the day"
          value={dayOf(since)}
          onChange={(event) => chooseDay(event.target.value)}
          className="mt-1.5"
        />
      )}
    </RailGroup>
  )
}

function today(): number {
  return Math.floor(Date.now() / 86_400_000) * 86_400
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
