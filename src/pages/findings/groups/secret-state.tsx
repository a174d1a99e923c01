import type { FindingGroup } from '#contract/answers/findings.ts'
import { longAge, parseInstant } from '#lib/instant.ts'
import { useList } from '../list-context.ts'
import { Validation } from '../secrets/validation.tsx'

/** Whether the secret of a group works and when that was checked; when it was first and last seen is on hover. */
export function SecretState({ group }: { group: FindingGroup }) {
  const { now } = useList()
  const first = parseInstant(group.first_seen)
  const last = parseInstant(group.last_seen)
  return (
    <>
      <span className="flex w-72 shrink-0 max-sm:w-auto @max-[640px]:w-auto">
        <Validation value={group.validation_state} at={group.validated_at} now={now} />
      </span>
      {first && (
        <time
          dateTime={first.toISOString()}
          data-hint={`First seen ${first.toISOString()}${last ? `. Last seen ${last.toISOString()}` : ''}`}
          className="order-last hidden shrink-0 text-xs whitespace-nowrap text-2 @min-[1320px]:block"
        >
          first seen {longAge(first, now)}
          {last && `, last ${longAge(last, now)}`}
        </time>
      )}
    </>
  )
}
