import { untilText } from '#features/triage/end-text.ts'
import { reasonLabel } from '#features/triage/row-labels.ts'
import { exactTime, parseInstant } from '#lib/time/instant.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { ScrollRegion } from '#ui/scroll-region.tsx'
import { EventFindings } from './event-findings.tsx'
import { EventParts } from './event-parts.tsx'
import { countOf, fieldsOf, findingsIn, noteOf, type TriageEvent } from './event-summary.ts'
import type { AuditEvent } from './event-values.ts'
import { Fact, factList } from './fact.tsx'
import type { ChangedField } from './field-changes.ts'
import { labels } from './labels.ts'
import { partsOf } from './parts-of-event.ts'

interface EventDetailProps {
  deployment: string
  event: AuditEvent
}

/** The details of an event, including the findings or other objects that it changed. */
export function EventDetail({ deployment, event }: EventDetailProps) {
  const { id, at, action, detail } = event
  const instant = parseInstant(at)
  const triage = findingsIn(deployment, event)
  const { label, parts, rest } = partsOf(deployment, event)
  const fields = fieldsOf(event)
  const content = triage ? (
    <>
      <TriageFacts triage={triage} />
      <EventFindings {...{ deployment, eventId: id, triage }} />
    </>
  ) : fields.length > 0 ? (
    <>
      <Note text={noteOf(event)} />
      <FieldFacts fields={fields} />
    </>
  ) : (
    parts.length > 0 && (
      <>
        <Note text={noteOf(event)} />
        <EventParts {...{ label, parts, rest }} count={countOf(event) ?? parts.length} />
      </>
    )
  )
  const json = detail === null ? undefined : JSON.stringify(detail, null, 2)
  const raw = json && (
    <div className="max-h-60 overflow-y-auto rounded border border-line bg-surface-0 px-3">
      <ScrollRegion label={labels.details}>{json}</ScrollRegion>
    </div>
  )
  return (
    <div className="space-y-2">
      <p className="flex flex-wrap items-center gap-x-3 text-2">
        <span>{instant ? exactTime(instant) : at}</span>
        <code className="text-xs">{action}</code>
        <span className="flex items-center gap-1">
          {labels.event} <code className="text-xs">{id}</code>
          <CopyButton text={JSON.stringify(event, null, 2)} what={labels.eventJson} />
        </span>
      </p>
      {content}
      {content && raw ? (
        <details>
          <summary className="w-fit cursor-pointer rounded text-2 hover:text-1">{labels.rawEvent}</summary>
          <div className="mt-1.5">{raw}</div>
        </details>
      ) : (
        (raw ?? <p className="text-3">{labels.noDetails}</p>)
      )}
    </div>
  )
}

/** The fields that an event changed, with their whole values. */
function FieldFacts({ fields }: { fields: readonly ChangedField[] }) {
  return (
    <dl aria-label={labels.fields} className={factList}>
      {fields.map(({ label, from, to }) => (
        <Fact key={label} label={label}>
          <bdi>{from}</bdi> → <bdi>{to}</bdi>
        </Fact>
      ))}
    </dl>
  )
}

/** The complete note of a change. */
function Note({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <dl className={factList}>
      <Fact label={labels.note}>
        <bdi className="whitespace-pre-wrap">{text}</bdi>
      </Fact>
    </dl>
  )
}

/** The complete reason and note of a triage. */
function TriageFacts({ triage: { reason, until, ends, note } }: { triage: TriageEvent }) {
  if (reason === undefined && note === undefined) return null
  return (
    <dl className={factList}>
      {reason !== undefined && (
        <Fact label={labels.reason}>
          {[reasonLabel(reason), untilText(until, ends)].filter(Boolean).join(' ')}
        </Fact>
      )}
      {note !== undefined && (
        <Fact label={labels.note}>
          <bdi className="whitespace-pre-wrap">{note}</bdi>
        </Fact>
      )}
    </dl>
  )
}
