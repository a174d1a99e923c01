import { useRef, useState } from 'react'
import { modeLabel } from '#features/policies/names.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Time } from '#ui/text/time.tsx'
import { labels } from '../labels.ts'
import type { CurrentMode, RequestedMode } from './conflicts.ts'

/** The maximum number of rules listed; the rest are counted. */
const shown = 5

interface ConflictDialogProps {
  theirs: readonly CurrentMode[]
  changes: readonly RequestedMode[]
  onMine: () => void
  /** Keeps the other person's modes and applies the remaining changes. */
  onTheirs: () => void
  onClose: () => void
}

/** Two people changed the same rules. Shows both modes and lets the person choose; nothing is overwritten before. */
export function ConflictDialog({ theirs, changes, onMine, onTheirs, onClose }: ConflictDialogProps) {
  const [now] = useState(() => new Date())
  const keep = useRef<HTMLButtonElement>(null)
  const mine = new Map(changes.map((one) => [one.rulePath, one.policyMode]))
  const others = changes.length - theirs.length
  const rest = theirs.length - shown
  const which =
    changes.length === 1 ? labels.conflict.thisRule : labels.conflict.ofThese(theirs.length, changes.length)
  return (
    <Dialog
      open
      onClose={onClose}
      initialFocus={keep}
      title={labels.conflict.title(which)}
      description={labels.conflict.description}
      footer={
        <>
          <Button ref={keep} onClick={onTheirs}>
            {others > 0 ? labels.conflict.keepTheirsAndChange(others) : labels.conflict.keepTheirs}
          </Button>
          <Button variant="primary" onClick={onMine}>
            {labels.conflict.useMine}
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
                <bdi>{by ?? labels.conflict.someone}</bdi>
                {at && (
                  <>
                    , <Time value={at} now={now} />
                  </>
                )}
              </dt>
              <dd className="font-medium">{modeLabel(mode)}</dd>
              <dt className="text-2">{labels.conflict.you}</dt>
              <dd className="font-medium">{modeLabel(mine.get(rulePath))}</dd>
            </dl>
          </li>
        ))}
        {rest > 0 && <li className="text-2">{labels.change.andMore(rest)}</li>}
      </ul>
    </Dialog>
  )
}
