import type { NewTriageState } from '#contract/vocabulary.ts'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/text/kbd.tsx'
import { StatusIcon } from '../status.tsx'
import { triageLabels } from './action-labels.ts'
import { stateText } from './labels.ts'
import type { TriageFields } from './saving/decision.ts'

/** The four states in the order of the buttons. */
export const order: readonly NewTriageState[] = ['reopened', 'reviewing', 'fixing', 'ignored']

/**
 * Returns the state of the finding among the four that a person can set; undefined if only a scan set its state (fixed,
 * suppressed in the code), or for an unknown value of another service.
 */
export function presentState(finding: TriageFields): NewTriageState | undefined {
  const { triage_state: triage } = finding
  if (triage === 'ignored' || triage === 'reviewing' || triage === 'fixing') return triage
  const undecided = !triage || triage === 'untriaged' || triage === 'reopened'
  return undecided && finding.state !== 'fixed' && finding.state !== 'muted' ? 'reopened' : undefined
}

interface TriageActionsProps {
  finding: TriageFields
  /** Why this person may not triage; the buttons are then disabled and show it. */
  disabledReason?: string | undefined
  /** Called with a state other than the current one. */
  onChoose: (state: NewTriageState) => void
  /** The state whose form is open under the buttons. */
  opened?: NewTriageState | undefined
  /** Asks about marking a secret as revoked; undefined for other findings. */
  onRevoke?: (() => void) | undefined
}

/** Open, Reviewing, Fixing, Ignore, each with its key. The current state is filled and does nothing. */
export function TriageActions({ finding, disabledReason, onChoose, opened, onRevoke }: TriageActionsProps) {
  const present = presentState(finding)
  const isRevoked = present === 'ignored' && finding.triage_reason === 'revoked'
  const ignoredWord = isRevoked ? triageLabels.revoked : triageLabels.ignored
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-2">
      <legend className="sr-only">{triageLabels.status}</legend>
      {order.map((state) => {
        const chosen = state === present
        const { word, key } = stateText[state]
        return (
          <Button
            key={state}
            pressed={chosen}
            {...(disabledReason && !chosen ? { disabledReason } : {})}
            {...(state === 'ignored' && !chosen ? { 'aria-expanded': opened === state } : {})}
            onClick={() => {
              if (!chosen) onChoose(state)
            }}
          >
            {chosen && <StatusIcon value={state === 'reopened' ? 'open' : state} />}
            {chosen && state === 'ignored' ? ignoredWord : word}
            {!chosen && <Kbd className="-mr-1 max-sm:hidden @max-[400px]:hidden">{key}</Kbd>}
          </Button>
        )
      })}
      {onRevoke && !isRevoked && (
        <Button {...(disabledReason ? { disabledReason } : {})} onClick={onRevoke}>
          {triageLabels.revoked}
        </Button>
      )}
    </fieldset>
  )
}
