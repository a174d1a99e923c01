import { type MouseEvent, type ReactNode, useId } from 'react'
import { formatNumber } from '#lib/text/format.ts'
import { classes } from '#ui/classes.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { TruncateStart } from '#ui/text/truncate-start.tsx'
import { railLabels } from './rail-labels.ts'

/** A group of the rail with its name. */
export function RailGroup({ label, end, children }: { label: string; end?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <fieldset aria-labelledby={id} className="min-w-0">
      <div className="flex h-6 items-center justify-between">
        <h3 id={id} className="text-xs font-semibold text-2">
          {label}
        </h3>
        {end}
      </div>
      {children}
    </fieldset>
  )
}

interface RailValueProps {
  /** Identifies the element that the focus is restored to: the filter and its value. */
  focusKey: string
  word: string
  checked: boolean
  excluded?: boolean | undefined
  count: number | undefined
  mono?: boolean | undefined
  /** Truncates the label at the start: rule names share prefixes. */
  keepEnd?: boolean | undefined
  /** With `keepEnd`: how much of its start is kept, too. */
  lead?: number | undefined
  /** `exclude` is true with Alt, or for the minus key. */
  onToggle: (exclude: boolean) => void
}

/** A value with its checkbox and count. */
export function RailValue({
  focusKey,
  word,
  checked,
  excluded,
  count,
  mono,
  keepEnd,
  lead,
  onToggle,
}: RailValueProps) {
  const press = (event: MouseEvent) => {
    // The checkbox handles this below: React fires its change event even if the click is prevented.
    if (!event.altKey || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    onToggle(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key is heard from the box inside.
    <div
      title={word}
      onClickCapture={press}
      onKeyDown={(event) => {
        if (event.key === '-') onToggle(true)
      }}
      className="-mx-1.5 rounded px-1.5 hover:bg-surface-2"
    >
      <Checkbox
        data-focus-key={focusKey}
        checked={checked}
        onChange={({ nativeEvent }) =>
          onToggle(nativeEvent instanceof globalThis.MouseEvent && nativeEvent.altKey)
        }
        className="min-h-6.5"
        label={
          <span
            className={classes(
              keepEnd && 'flex',
              mono && 'font-mono text-xs',
              count === 0 && !checked && 'text-3',
            )}
          >
            {excluded && (
              <span className={classes('font-sans font-medium text-danger', keepEnd && 'pr-1')}>
                {railLabels.not}{' '}
              </span>
            )}
            {keepEnd ? <TruncateStart text={word} lead={lead} /> : <bdi>{word}</bdi>}
          </span>
        }
        end={count === undefined ? undefined : formatNumber(count)}
      />
    </div>
  )
}
