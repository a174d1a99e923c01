import { useRef, useState } from 'react'
import type { Conflict } from '#api/http/errors.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Time } from '#ui/text/time.tsx'
import { conflictLabels as labels } from './action-labels.ts'
import { decisionText } from './decision-labels.ts'
import { untilText } from './end-text.ts'
import { triageLabel } from './labels.ts'
import { reasonLabel } from './row-labels.ts'
import type { Decision } from './saving/decision.ts'

/** The maximum number of findings listed; the rest are counted. */
const shown = 5

interface ConflictDialogProps {
  conflicts: readonly Conflict[]
  /** The triage this person was about to save. */
  decision: Decision
  /** The number of other selected findings, which nobody else has triaged. */
  others: number
  onMine: () => void
  /** Keeps the other person's triage and triages the remaining findings. */
  onTheirs: () => void
  /** Keeps the other person's triage and triages nothing. */
  onClose: () => void
}

/** Two people triaged the same findings. Shows both triages and asks which to keep; nothing is overwritten before. */
export function ConflictDialog({
  conflicts,
  decision,
  others,
  onMine,
  onTheirs,
  onClose,
}: ConflictDialogProps) {
  const [now] = useState(() => new Date())
  const keep = useRef<HTMLButtonElement>(null)
  const rest = conflicts.length - shown
  return (
    <Dialog
      open
      onClose={onClose}
      initialFocus={keep}
      title={labels.title(conflicts.length)}
      description={labels.detail}
      footer={
        <>
          <Button ref={keep} onClick={onTheirs}>
            {others > 0 ? labels.keepTheirsTriage(others) : labels.keepTheirs}
          </Button>
          <Button variant="primary" onClick={onMine}>
            {labels.useMine}
          </Button>
        </>
      }
    >
      <ul className="grid gap-3">
        {conflicts.slice(0, shown).map((conflict) => (
          <ConflictItem key={conflict.id} conflict={conflict} now={now} />
        ))}
        {rest > 0 && <li className="text-2">{labels.more(rest)}</li>}
        <li className="rounded border border-accent-line bg-accent-bg px-3 py-2">
          <p className="text-xs text-2">{labels.you}</p>
          <p className="wrap-anywhere">
            <Choice lines={[decisionText(decision)]} note={decision.note} />
          </p>
        </li>
      </ul>
    </Dialog>
  )
}

/** The triage of a finding by somebody else. */
function ConflictItem({ conflict, now }: { conflict: Conflict; now: Date }) {
  return (
    <li className="rounded border border-line px-3 py-2">
      <p className="text-xs text-2">
        {conflict.by ?? labels.someone}
        {conflict.at && (
          <>
            , <Time value={conflict.at} now={now} />
          </>
        )}
        , {labels.onFinding(conflict.id)}
      </p>
      <p className="wrap-anywhere">
        <Choice
          lines={[
            triageLabel(conflict.triage_state),
            reasonLabel(conflict.triage_reason)?.toLowerCase(),
            untilText(conflict.ignored_until, conflict.ignore_ends),
          ]}
          note={conflict.note}
        />
      </p>
    </li>
  )
}

function Choice({
  lines,
  note,
}: {
  lines: readonly (string | undefined)[]
  note?: string | null | undefined
}) {
  return (
    <>
      <span className="font-medium">{lines.filter(Boolean).join(', ')}</span>
      {note && <span className="block whitespace-pre-wrap text-2">{note}</span>}
    </>
  )
}
