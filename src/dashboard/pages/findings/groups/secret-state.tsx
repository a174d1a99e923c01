import type { FindingGroup } from '#contract/responses/findings.ts'
import { longAge, parseInstant } from '#lib/time/instant.ts'
import { useList } from '../list/list-context.ts'
import { Validation } from '../secrets/validation.tsx'
import { groupLabels } from './labels.ts'

/** Whether the secret of a group is active, and when that was checked. */
export function SecretState({ group }: { group: FindingGroup }) {
  const { now } = useList()
  return <Validation value={group.validation_state} at={group.validated_at} now={now} />
}

/** When the secret of a group was first seen; the last time is shown on hover. */
export function FirstSeen({ group }: { group: FindingGroup }) {
  const { now } = useList()
  const first = parseInstant(group.first_seen)
  const last = parseInstant(group.last_seen)
  if (!first) return null
  return (
    <time
      dateTime={first.toISOString()}
      data-hint={groupLabels.seen(first.toISOString(), last?.toISOString())}
      className="truncate text-2"
    >
      {longAge(first, now)}
    </time>
  )
}
