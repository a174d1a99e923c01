import type { InboxReason } from '#contract/inbox-reasons.ts'
import type { Inbox, InboxItem } from '#contract/responses/inbox.ts'
import type { FindingsSnapshot } from '#server/findings/snapshot.ts'
import type { Principal } from '#server/http/principal.ts'
import { readHeldScans } from '#server/scans/list/held.ts'
import { readApprovals } from '#server/triage/approvals/inbox.ts'
import { readMentions } from '#server/triage/comments/inbox.ts'
import { describeInboxFindings } from '#server/triage/inbox/describe.ts'
import { firstAbove, type ItemKind, includesKey, placeOfKey } from '#server/triage/inbox/keys.ts'
import { countsOf, readInbox, reasonsIn } from './items.ts'

/** A page of an inbox. */
interface InboxRequest {
  deploymentId: number
  /** With its permissions in the deployment. */
  principal: Principal
  /** Only items with this reason; undefined for all. */
  reason: InboxReason | undefined
  /** Only items after this key. */
  after: number
  limit: number
}

/**
 * Returns a page of what waits for a principal, with the number of items for each reason. The number of statements does
 * not depend on that of items. Source: docs/api.md#inbox.
 */
export async function listInbox(view: FindingsSnapshot, request: InboxRequest): Promise<Inbox> {
  const { deploymentId, principal, reason, after, limit } = request
  const { keys, own } = await readInbox(view, deploymentId, principal)
  const listed = keys[reason ?? 'all']
  const from = firstAbove(listed, after)
  const page = [...listed.subarray(from, from + limit)]
  const about = await describe(view, deploymentId, own, page)
  return {
    items: page.flatMap((key) => {
      const subject = about(key)
      if (subject === null) return []
      const reasons = reasonsIn(keys, (ofReason) => includesKey(ofReason, key))
      return [{ key, reasons, ...subject, due_at: dueAt(view, key, subject) }]
    }),
    counts: countsOf(keys),
    next: from + limit < listed.length ? (page.at(-1) ?? null) : null,
    read_at: new Date(view.columns.now).toISOString(),
  }
}

type Subject = Pick<InboxItem, 'finding' | 'approval' | 'mention' | 'scan'>

/** An ignore and a held scan end at an instant; what else is due, at the end of a day. */
function dueAt({ columns: { zone } }: FindingsSnapshot, key: number, { finding, scan }: Subject) {
  const { day } = placeOfKey(key)
  if (day === 0) return null
  if (scan) return scan.hold.expires_at
  if (finding?.status === 'ignored') return finding.ignored_until
  return new Date(zone.startOf(day + 1)).toISOString()
}

/** Reads what the keys of a page are about. */
async function describe(
  view: FindingsSnapshot,
  deploymentId: number,
  own: ReadonlySet<string>,
  keys: readonly number[],
): Promise<(key: number) => Subject | null> {
  const { reader } = view
  const places = keys.map(placeOfKey)
  const idsOf = (...kinds: ItemKind[]) =>
    places.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)
  const mentions = await readMentions(reader, deploymentId, idsOf('mention'))
  const mentioned = [...mentions.values()].map(({ finding }) => finding)
  const findings = await describeInboxFindings(view, deploymentId, [
    ...new Set([...idsOf('sast', 'sca', 'secrets'), ...mentioned]),
  ])
  const approvals = await readApprovals(reader, deploymentId, own, idsOf('approval', 'answer'))
  const scans = await readHeldScans(reader, deploymentId, idsOf('scan'))
  return (key) => {
    const { kind, id } = placeOfKey(key)
    const subject = { finding: null, approval: null, mention: null, scan: null }
    if (kind === 'scan') return withOne(subject, 'scan', scans.get(id))
    if (kind === 'approval' || kind === 'answer') return withOne(subject, 'approval', approvals.get(id))
    if (kind !== 'mention') return withOne(subject, 'finding', findings.get(id))
    const mention = mentions.get(id)
    const finding = mention && findings.get(mention.finding)
    return finding ? { ...subject, finding, mention: mention.mention } : null
  }
}

const withOne = <N extends keyof Subject>(subject: Subject, name: N, one: Subject[N] | undefined) =>
  one ? { ...subject, [name]: one } : null
