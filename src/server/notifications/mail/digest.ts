import type { MailTiming } from '#contract/webhook-vocabulary.ts'
import type { TimeZone } from '#server/db/time-zone.ts'
import type { MessageData, Payload } from '../message.ts'

/** When the digest of a day is sent, in the time zone of the deployment. */
const digestTime = 8 * 3600_000

const urgentEvents: readonly string[] = [
  'finding.new',
  'finding.reopened',
  'webhook.test',
] satisfies Payload['type'][]

const isCritical = ({ severities = {} }: MessageData) => (severities['critical'] ?? 0) > 0

/**
 * When a message is sent by e-mail: at once for critical findings, otherwise with the next digest.
 * @param timing what a person chose; to them critical findings are as others.
 */
export function mailTime({ type, data }: Payload, now: number, zone: TimeZone, timing?: MailTiming): number {
  if (timing === 'immediate') return now
  if (timing === undefined && urgentEvents.includes(type) && (type === 'webhook.test' || isCritical(data)))
    return now
  const today = zone.dayOf(now)
  const time = zone.startOf(today) + digestTime
  return time > now ? time : zone.startOf(today + 1) + digestTime
}
