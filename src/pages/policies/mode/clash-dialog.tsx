import { useRef, useState } from 'react'
import { formatNumber, plural } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Time } from '#ui/time.tsx'
import type { Theirs, Wanted } from './conflicts.ts'
import { modeWord } from './words.ts'

/** Not more than a person can read; the rest is counted. */
const shown = 5

interface ClashDialogProps {
  theirs: readonly Theirs[]
  wanted: readonly Wanted[]
  onMine: () => void
  /** Theirs stand; the others are changed as asked. */
  onTheirs: () => void
  onClose: () => void
}

/** Two people changed the same rules. Shows both modes and gives the choice; nothing is overwritten before. */
export function ClashDialog({ theirs, wanted, onMine, onTheirs, onClose }: ClashDialogProps) {
  const [now] = useState(() => new Date())
  const keep = useRef<HTMLButtonElement>(null)
  const mine = new Map(wanted.map((one) => [one.rulePath, one.policyMode]))
  const others = wanted.length - theirs.length
  const rest = theirs.length - shown
  const which =
    wanted.length === 1
      ? 'this rule'
      : `${formatNumber(theirs.length)} of these ${plural(wanted.length, 'rule')}`
  return (
    <Dialog
      open
      onClose={onClose}
      initialFocus={keep}
      title={`Someone else changed ${which} meanwhile`}
      description="Nothing of yours was changed yet. Choose which mode stands; the other one stays in the history."
      footer={
        <>
          <Button ref={keep} onClick={onTheirs}>
            {others > 0 ? `Keep theirs, change the other ${formatNumber(others)}` : 'Keep theirs'}
          </Button>
          <Button variant="primary" onClick={onMine}>
            Set mine
          </Button>
        </>
      }
    >
      <ul className="grid gap-3">
        {theirs.slice(0, shown).map(({ rulePath, mode, by, at }) => (
          <li key={rulePath} className="rounded border border-line px-3 py-2">
            <p className="font-mono text-xs wrap-anywhere text-2">{rulePath}</p>
            <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
              <dt className="text-2">
                {by ?? 'Someone'}
                {at && (
                  <>
                    , <Time value={at} now={now} />
                  </>
                )}
              </dt>
              <dd className="font-medium">{modeWord(mode)}</dd>
              <dt className="text-2">You</dt>
              <dd className="font-medium">{modeWord(mine.get(rulePath))}</dd>
            </dl>
          </li>
        ))}
        {rest > 0 && <li className="text-2">and {formatNumber(rest)} more</li>}
      </ul>
    </Dialog>
  )
}
