import { sql } from 'kysely'
import { type InboxReason, inboxReasons } from '#contract/inbox-reasons.ts'
import { severities, toCode } from '#server/db/codes.ts'
import type { FindingsSnapshot } from '#server/findings/snapshot.ts'
import { hasScope, type Principal } from '#server/http/principal.ts'
import { heldScans, holdEnd } from '#server/scans/list/held.ts'
import { type RequestRow, requestKeys, unseenRequests } from '#server/triage/approvals/inbox.ts'
import { type MentionRow, mentionKeys, unseenMentions } from '#server/triage/comments/inbox.ts'
import { inboxFindings } from '#server/triage/inbox/finding-keys.ts'
import { itemKey } from '#server/triage/inbox/keys.ts'

/** The keys of an inbox, ascending: of all items, and by reason. */
export type InboxKeys = Record<InboxReason | 'all', Float64Array>

/**
 * Reads what waits for a principal, as sorted keys. The findings are kept until one changes; requests, mentions, answers
 * and scans are read. Source: docs/decisions/0075-inbox.md.
 * @param principal with its permissions in the deployment.
 * @returns also those of the people who made the requests that are the principal.
 */
export async function readInbox(
  view: FindingsSnapshot,
  deploymentId: number,
  principal: Principal,
): Promise<{ keys: InboxKeys; own: ReadonlySet<string> }> {
  const { name, personId } = principal
  const person = { name, personId, triages: hasScope(principal, 'findings:triage') }
  const findings = await inboxFindings(view, deploymentId, person)
  const waiting = await readWaiting(view, deploymentId, principal)
  const approver = { ...principal, approves: !principal.machine && hasScope(principal, 'findings:approve') }
  const requests = await requestKeys(view, deploymentId, approver, waiting.requests)
  const [approval, answer] = [sorted(requests.approval), sorted(requests.answer)]
  const mentioned = sorted(await mentionKeys(view, deploymentId, waiting.mentions))
  const scans = hasScope(principal, 'projects:write') ? scanKeys(view, waiting.scans) : none
  const others = sorted([...approval, ...mentioned, ...answer, ...scans])
  const all = merged(findings.all, others)
  return { keys: { ...findings, approval, mentioned, answer, held_scan: scans, all }, own: requests.own }
}

/** Reads what the column store does not have, in one statement, as each page asks for the number of items. */
async function readWaiting(
  view: FindingsSnapshot,
  deploymentId: number,
  principal: Principal,
): Promise<{ requests: RequestRow[]; mentions: MentionRow[]; scans: HeldScan[] }> {
  const zero = sql<number>`0`
  const scans = heldScans(view.reader, deploymentId)
    .select([sql<'request' | 'mention' | 'scan'>`'scan'`.as('what'), 'scan.id', zero.as('type')])
    .select([zero.as('severity'), sql<string>`''`.as('requester'), zero.as('state')])
    .select([sql<number | null>`cast(null as integer)`.as('finding'), 'hold_json as hold'])
  const rows = await unseenRequests(view, deploymentId)
    .unionAll(unseenMentions(view, deploymentId, principal))
    .unionAll(scans)
    .execute()
  return {
    requests: rows.filter(({ what }) => what === 'request'),
    mentions: rows.filter(({ what }) => what === 'mention'),
    scans: rows.filter(({ what }) => what === 'scan'),
  }
}

/** Counts what waits for a principal, which is the total of its inbox. */
export async function countInbox(
  view: FindingsSnapshot,
  deploymentId: number,
  principal: Principal,
): Promise<number> {
  if (!hasScope(principal, 'findings:read')) return 0
  return (await readInbox(view, deploymentId, principal)).keys.all.length
}

type HeldScan = { id: number; hold: string | null }

const none = new Float64Array(0)
const sorted = (keys: readonly number[]) => Float64Array.from(keys).sort()
const highest = toCode(severities, 'critical')

/** Held scans are due before they expire. */
const scanKeys = ({ columns }: FindingsSnapshot, scans: readonly HeldScan[]) =>
  sorted(
    scans.map(({ id, hold }) =>
      itemKey({ kind: 'scan', id, day: columns.zone.dayOf(holdEnd(hold) - 1), severity: highest }),
    ),
  )

/** Merges two lists of ascending keys. */
function merged(one: Float64Array, other: Float64Array): Float64Array {
  if (other.length === 0) return one
  const all = new Float64Array(one.length + other.length)
  let next = 0
  let nextOther = 0
  for (let index = 0; index < all.length; index++) {
    const key = one[next] ?? Number.POSITIVE_INFINITY
    const otherKey = other[nextOther] ?? Number.POSITIVE_INFINITY
    if (key < otherKey) next++
    else nextOther++
    all[index] = Math.min(key, otherKey)
  }
  return all
}

/** The number of items for each reason, and of all. */
export const countsOf = (keys: InboxKeys) => ({
  all: keys.all.length,
  assigned: keys.assigned.length,
  approval: keys.approval.length,
  mentioned: keys.mentioned.length,
  answer: keys.answer.length,
  uncertain: keys.uncertain.length,
  held_scan: keys.held_scan.length,
  expiring: keys.expiring.length,
})

/** The reasons in the order of the vocabulary. */
export const reasonsIn = (keys: InboxKeys, includes: (keys: Float64Array) => boolean): InboxReason[] =>
  inboxReasons.filter((reason) => includes(keys[reason]))
