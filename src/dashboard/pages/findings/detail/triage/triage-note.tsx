import { untilText } from '#features/triage/end-text.ts'
import { triageLabel } from '#features/triage/labels.ts'
import { reasonLabel } from '#features/triage/row-labels.ts'
import { Button } from '#ui/button.tsx'
import { Time } from '#ui/text/time.tsx'
import type { DetailFinding } from '../detail-finding.ts'
import { noteBy, text, triagedAs, triagedBy } from '../labels.ts'

const decisions = new Set(['triaged', 'noted'])

interface TriageNoteProps {
  finding: DetailFinding
  now: Date
  /** Opens the form with the current values, to change reason or note. */
  onChange: (() => void) | undefined
}

/** The triage state, reason, actor and time. Nothing if the finding was never triaged. */
export function TriageNote({ finding, now, onChange }: TriageNoteProps) {
  const { triage_state: state, triage_comment: comment, triaged_at: at, triage_reason } = finding
  const ignored = state === 'ignored'
  const reason = ignored ? reasonLabel(triage_reason) : undefined
  const end = ignored ? untilText(finding.ignored_until, finding.ignore_ends) : ''
  if (!reason && !comment) return null
  // Until the newest triage is in the history, the names there belong to older ones.
  const decision = finding.history.find((entry) => at && entry.at === at && decisions.has(entry.what))
  const who = decision?.who
  return (
    <div className="mt-2 flex items-start gap-2 rounded bg-surface-2 px-3 py-1.5">
      <p className="min-w-0 flex-1 wrap-anywhere">
        <span className="font-medium">
          {triage_reason === 'revoked' && reason ? reason : triagedAs(triageLabel(state), reason)}
          {end && ` ${end}`}
        </span>
        {(who || at) && (
          <span className="text-2">
            {who && (
              <>
                {decision?.what === 'noted' ? noteBy : triagedBy}
                <bdi>{who}</bdi>
              </>
            )}
            {at && (
              <>
                {', '}
                <Time value={at} now={now} />
              </>
            )}
          </span>
        )}
        {comment && (
          <span
            className="line-clamp-3 whitespace-pre-wrap text-2"
            title={comment.length > 200 ? comment : undefined}
          >
            <bdi>{comment}</bdi>
          </span>
        )}
      </p>
      {ignored && onChange && (
        <Button size="small" variant="quiet" onClick={onChange}>
          {text.change}
        </Button>
      )}
    </div>
  )
}
