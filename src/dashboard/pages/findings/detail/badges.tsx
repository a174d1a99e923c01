import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { daysUntilDue, dueText } from '#features/due.ts'
import { Link } from '#features/link.tsx'
import { isOtherTriaged, openOffers } from '#features/triage/match-offers.ts'
import { rowLabels } from '#features/triage/row-labels.ts'
import { refsLabel } from '#lib/text/ref-label.ts'
import { exactTime } from '#lib/time/instant.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { Tag } from '#ui/tag.tsx'
import { Sentence } from '#ui/text/sentence.tsx'
import { isActive, validationLabel } from '../secrets/validation.tsx'
import type { DetailFinding } from './detail-finding.ts'
import { badges, otherBranches, policyEffectLabel, reachabilityLabel, verdictLabel } from './labels.ts'
import { otherInstances } from './sections/instances-section.tsx'

/** Returns the known other branches with the finding. */
function otherRefs(finding: DetailFinding): string | undefined {
  const names = refsLabel(otherInstances(finding).map(({ ref }) => ref))
  if (names) return names
  const count = finding.marks?.other_refs ?? 0
  return count > 0 ? otherBranches(count) : undefined
}

/** Badges with what matters for triage: the verdict, the effect of the policy, and other branches with the finding. */
export function Badges({ finding, now }: { finding: DetailFinding; now: Date }) {
  const { issue_type: type, secret, assistant } = finding
  const { deployment = '' } = useParams()
  const verdict = assistant?.autotriage?.verdict
  const effect = policyEffectLabel(finding.policy_mode)
  const refs = otherRefs(finding)
  const isUncertain = openOffers(finding.matches).some(isOtherTriaged) || finding.marks?.uncertain === true
  return (
    // The line is reserved while the detail loads, so that the layout does not shift.
    <ul aria-label={badges.summary} className="mt-1.5 flex min-h-5 flex-wrap gap-1.5">
      {finding.due_at && (
        <Badge
          tone={daysUntilDue(finding.due_at, now) < 0 ? 'danger' : 'plain'}
          hint={exactTime(new Date(finding.due_at))}
        >
          {dueText(daysUntilDue(finding.due_at, now))}
        </Badge>
      )}
      {finding.ignore_request && (
        <Badge tone="caution">
          <Link to={settingsPaths.approvals(deployment)} className="text-inherit">
            {rowLabels.ignoreRequested}
          </Link>
        </Badge>
      )}
      {isUncertain && <Badge tone="caution">{badges.uncertain}</Badge>}
      {type === 'sca' && finding.is_malicious && <Badge tone="danger">{badges.malicious}</Badge>}
      {secret && (
        <Badge label={badges.validity} tone={isActive(secret.validation_state) ? 'danger' : 'plain'}>
          {validationLabel(secret.validation_state)}
        </Badge>
      )}
      {type === 'sca' && <Badge label={badges.reachability}>{reachabilityLabel(finding.reachability)}</Badge>}
      {verdict && <Badge label={badges.assistant}>{verdictLabel(verdict)}</Badge>}
      {effect && <Badge label={badges.policy}>{effect}</Badge>}
      {refs && (
        <Badge label={badges.alsoOn}>
          <Sentence text={refs} />
        </Badge>
      )}
    </ul>
  )
}

interface BadgeProps {
  label?: string
  tone?: 'plain' | 'caution' | 'danger'
  hint?: string
  children: ReactNode
}

function Badge({ label, tone = 'plain', hint, children }: BadgeProps) {
  return (
    <li className="max-w-full" title={hint}>
      <Tag tone={tone}>
        {label && `${label}: `}
        <span className={tone === 'plain' ? 'text-1' : undefined}>{children}</span>
      </Tag>
    </li>
  )
}
