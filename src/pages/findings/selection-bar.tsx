import { type RefObject, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import type { NewTriageState } from '#contract/vocabulary.ts'
import { formatNumber } from '#lib/format.ts'
import { TriageLine } from '#parts/triage/triage-line.tsx'
import { stateWords } from '#parts/triage/words.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/kbd.tsx'
import type { useDeciding } from './use-deciding.ts'
import type { Selection } from './use-selection.tsx'

interface SelectionBarProps {
  deployment: string
  table: RefObject<DataTableHandle | null>
  selection: Selection
  deciding: ReturnType<typeof useDeciding>
  /** How many match the filter. */
  total: number | undefined
  /** The line for the reason is there and has the focus. */
  onAsked: () => void
}

const states: readonly {
  state: NewTriageState
  word: string
  act: 'ask' | 'reviewing' | 'fixing' | 'reopen'
}[] = [
  { state: 'ignored', word: 'Ignore', act: 'ask' },
  { state: 'reviewing', word: 'Reviewing', act: 'reviewing' },
  { state: 'fixing', word: 'Fixing', act: 'fixing' },
  { state: 'reopened', word: 'Reopen', act: 'reopen' },
]

/** What is selected and what can be done with it, over the head of the table, so that no row moves. */
export function SelectionBar(props: SelectionBarProps) {
  const { deployment, table, selection, deciding, total } = props
  const { selected } = selection
  const count = selected.rows.size
  const place = selected.all || count > 0 ? table.current?.over() : undefined
  if (!place) return null
  const what = selected.all
    ? `all ${total === undefined ? '' : `${formatNumber(total)} `}that match`
    : `${formatNumber(count)} selected`
  const bar = (
    <section
      aria-label="Selection"
      className="@container ml-9 flex flex-col border-b border-accent-line bg-accent-bg max-sm:ml-0 max-sm:border-t max-sm:border-b-0"
    >
      <div className="scroll-area flex h-8 items-center gap-1 overflow-x-auto overflow-y-hidden bg-transparent pr-2 pl-2 text-sm max-sm:pl-3 whitespace-nowrap [scrollbar-width:none] max-sm:h-12">
        <span className="pr-1 font-medium text-1">{what.charAt(0).toUpperCase() + what.slice(1)}</span>
        {selection.elsewhere > 0 && !selected.all && (
          <span className="pr-1 text-2">{formatNumber(selection.elsewhere)} on other pages</span>
        )}
        <span aria-hidden className="mx-1 h-4 w-px shrink-0 bg-accent-line" />
        {states.map(({ state, word, act }) => (
          <Button
            key={state}
            size="small"
            aria-label={`${word} ${what}`}
            aria-expanded={state === 'ignored' && !selected.all ? deciding.askingAll : undefined}
            disabledReason={deciding.disabledReason}
            onClick={deciding[act]}
          >
            {word}
            <Kbd className="-mr-1 @max-[760px]:hidden">{stateWords[state].key}</Kbd>
          </Button>
        ))}
        <span className="flex-1" />
        <Button size="small" variant="quiet" aria-label="Clear the selection" onClick={selection.clear}>
          Clear <Kbd className="-mr-1 @max-[760px]:hidden">Esc</Kbd>
        </Button>
      </div>
      {deciding.askingAll && (
        <div className="border-t border-line bg-surface-1 px-4 py-2 shadow-float">
          <TriageLine
            key={deciding.turn}
            subject={{ label: `Ignore ${what}`, draftKey: `${deployment}/selection` }}
            onSave={({ reason, note }) => deciding.save({ state: 'ignored', reason, note })}
            onCancel={deciding.cancel}
          />
          <Said onShown={props.onAsked} />
        </div>
      )}
    </section>
  )
  return createPortal(bar, place)
}

/** Tells that what stands before it is there. */
function Said({ onShown }: { onShown: () => void }) {
  useLayoutEffect(onShown, [])
  return null
}
