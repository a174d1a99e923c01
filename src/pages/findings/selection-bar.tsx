import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { NewTriageState } from '#contract/vocabulary.ts'
import { formatNumber } from '#lib/format.ts'
import { SelectionFrame } from '#parts/list/selection-frame.tsx'
import { TriageLine } from '#parts/triage/triage-line.tsx'
import { stateWords } from '#parts/triage/words.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { isSelecting, selectedWords } from './selected.ts'
import type { useDeciding } from './use-deciding.ts'
import type { Selection } from './use-selection.tsx'

interface SelectionBarProps {
  deployment: string
  table: RefObject<DataTableHandle | null>
  selection: Selection
  deciding: ReturnType<typeof useDeciding>
  phone: boolean
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

/**
 * What is selected and what can be done with it, over the head of the table, so that no row moves. On a phone it lies over
 * the foot, and a sheet asks what is to be done.
 */
export function SelectionBar(props: SelectionBarProps) {
  const { deployment, table, selection, deciding, phone, total } = props
  const { selected, elsewhere } = selection
  const nextButton = useRef<HTMLButtonElement>(null)
  if (!isSelecting(selected)) return null
  const what = selectedWords(selected, total)
  const size = phone ? 'large' : 'small'
  const more =
    !selected.all && total !== undefined && (selected.groups.size > 0 || total > selected.rows.size)
  return (
    <SelectionFrame
      table={table}
      words={what.charAt(0).toUpperCase() + what.slice(1)}
      elsewhere={selected.all ? undefined : elsewhere}
      onClear={selection.clear}
      beside={
        more && (
          <Button
            size={size}
            variant={phone ? 'default' : 'quiet'}
            // The button goes with the press; what comes next is to decide.
            onClick={() => {
              nextButton.current?.focus()
              selection.selectAll()
            }}
          >
            <span>
              {phone ? 'All' : 'Select all'} {formatNumber(total)}{' '}
              <span className="@max-[760px]:sr-only">that match</span>
            </span>
          </Button>
        )
      }
      under={
        deciding.askingAll &&
        !phone && (
          <>
            <TriageLine
              key={deciding.turn}
              subject={{ label: `Ignore ${what}`, draftKey: `${deployment}/selection` }}
              onSave={({ reason, note }) => deciding.save({ state: 'ignored', reason, note })}
              onCancel={deciding.cancel}
            />
            <Said onShown={props.onAsked} />
          </>
        )
      }
    >
      {phone ? (
        <Button
          ref={nextButton}
          size={size}
          variant="primary"
          aria-haspopup="dialog"
          disabledReason={deciding.disabledReason}
          onClick={deciding.ask}
        >
          Decide <span className="sr-only">{what}</span>
        </Button>
      ) : (
        states.map(({ state, word, act }) => (
          <Button
            key={state}
            ref={state === 'ignored' ? nextButton : undefined}
            size={size}
            aria-expanded={state === 'ignored' && selected.rows.size > 0 ? deciding.askingAll : undefined}
            disabledReason={deciding.disabledReason}
            onClick={deciding[act]}
          >
            {word} <span className="sr-only">{what}</span>
            <Kbd className="-mr-1 @max-[760px]:hidden">{stateWords[state].key}</Kbd>
          </Button>
        ))
      )}
    </SelectionFrame>
  )
}

/** Tells that what stands before it is there. */
function Said({ onShown }: { onShown: () => void }) {
  useLayoutEffect(onShown, [])
  return null
}
