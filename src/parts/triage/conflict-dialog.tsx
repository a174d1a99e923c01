import { useRef, useState } from 'react'
import type { Conflict } from '#api/errors.ts'
import { formatNumber } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Time } from '#ui/time.tsx'
import type { Decision } from './decide.ts'
import { decisionWords, reasonWord, triageWord } from './labels.ts'

/** Not more than a person can read; the rest is counted. */
const shown = 5

interface ConflictDialogProps {
  conflicts: readonly Conflict[]
  /** What this person was about to decide. */
  decision: Decision
  /** How many more were to be decided, which nobody else has. */
  others: number
  onMine: () => void
  /** Theirs stand; the others are decided as asked. */
  onTheirs: () => void
  /** Theirs stand, and nothing is decided. */
  onClose: () => void
}

/** Two people decided the same findings. Shows both decisions and gives the choice; nothing is overwritten before. */
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
      title={
        conflicts.length === 1 ? 'Someone else triaged this finding' : 'Someone else triaged these findings'
      }
      description="Nothing has changed yet. Choose which triage to keep. The other stays in the history."
      footer={
        <>
          <Button ref={keep} onClick={onTheirs}>
            {others > 0 ? `Keep theirs, triage the other ${formatNumber(others)}` : 'Keep theirs'}
          </Button>
          <Button variant="primary" onClick={onMine}>
            Use mine
          </Button>
        </>
      }
    >
      <ul className="grid gap-3">
        {conflicts.slice(0, shown).map((conflict) => (
          <li key={conflict.id} className="rounded border border-line px-3 py-2">
            <p className="text-xs text-2">
              {conflict.by ?? 'Someone'}
              {conflict.at && (
                <>
                  , <Time value={conflict.at} now={now} />
                </>
              )}
              , on finding {conflict.id}
            </p>
            <p className="wrap-anywhere">
              <Choice
                words={[triageWord(conflict.triage_state), reasonWord(conflict.triage_reason)?.toLowerCase()]}
                note={conflict.note}
              />
            </p>
          </li>
        ))}
        {rest > 0 && <li className="text-2">and {formatNumber(rest)} more</li>}
        <li className="rounded border border-accent-line bg-accent-bg px-3 py-2">
          <p className="text-xs text-2">You</p>
          <p className="wrap-anywhere">
            <Choice words={[decisionWords(decision)]} note={decision.note} />
          </p>
        </li>
      </ul>
    </Dialog>
  )
}

function Choice({
  words,
  note,
}: {
  words: readonly (string | undefined)[]
  note?: string | null | undefined
}) {
  return (
    <>
      <span className="font-medium">{words.filter(Boolean).join(', ')}</span>
      {note && <span className="block whitespace-pre-wrap text-2">{note}</span>}
    </>
  )
}
