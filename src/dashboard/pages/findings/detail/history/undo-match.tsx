import { useState } from 'react'
import type { FindingMatch } from '#contract/responses/matches.ts'
import { Button } from '#ui/button.tsx'
import { text } from '../labels.ts'
import type { Triaging } from '../triage/use-triage.ts'

interface UndoMatchProps {
  /** The match of the entry, if it can be resolved. */
  match: FindingMatch | undefined
  triaging: Triaging
}

/** Undoes a match after an inline confirmation. */
export function UndoMatch({ match, triaging }: UndoMatchProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  if (!match?.resolvable) return null
  if (!isConfirming) {
    return (
      <Button
        size="small"
        variant="quiet"
        className="-my-0.5 ml-1"
        disabledReason={triaging.disabledReason}
        onClick={() => setIsConfirming(true)}
      >
        {text.notTheSame}
      </Button>
    )
  }
  return (
    <fieldset className="mt-1 rounded border border-line bg-surface-2 px-3 py-2">
      <legend className="sr-only">{text.undoThisMatch}</legend>
      <p>
        {match.other ? text.undoTakeover : text.undoRename} {text.undoForGood}
      </p>
      <div className="mt-1.5 flex flex-wrap gap-2">
        <Button
          size="small"
          autoFocus
          loading={triaging.resolving === match.id}
          onClick={() => triaging.resolve(match, false)}
        >
          {text.undoMatch}
        </Button>
        <Button size="small" variant="quiet" onClick={() => setIsConfirming(false)}>
          {text.cancel}
        </Button>
      </div>
    </fieldset>
  )
}
