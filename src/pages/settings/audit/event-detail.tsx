import { exactTime, parseInstant } from '#lib/instant.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { ScrollRegion } from '#ui/scroll-region.tsx'
import type { AuditEvent } from './event-words.ts'

/** The whole of an event as the log has it. */
export function EventDetail({ event }: { event: AuditEvent }) {
  const { id, at, action, detail } = event
  const instant = parseInstant(at)
  const written = detail === null ? undefined : JSON.stringify(detail, null, 2)
  return (
    <div className="space-y-1.5">
      <p className="flex flex-wrap items-center gap-x-3 text-2">
        <span>{instant ? exactTime(instant) : at}</span>
        <code className="text-xs">{action}</code>
        <span className="flex items-center gap-1">
          Event <code className="text-xs">{id}</code>
          <CopyButton text={JSON.stringify(event, null, 2)} what="event" />
        </span>
      </p>
      {written ? (
        <div className="max-h-60 overflow-y-auto rounded border border-line bg-surface-0 px-3">
          <ScrollRegion label="Detail of the event">{written}</ScrollRegion>
        </div>
      ) : (
        <p className="text-3">Nothing else was noted.</p>
      )}
    </div>
  )
}
