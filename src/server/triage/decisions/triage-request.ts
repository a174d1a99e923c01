import { endsOfReasons, ignoreEndsOf } from '#contract/ignore-ends.ts'
import type { TriageRequest } from '#contract/operations/triage.ts'
import { findingSetQuery, misplacedFilters } from '#contract/parameters/findings-query.ts'
import { withoutMe } from '#contract/parameters/owner.ts'
import { readQuery } from '#contract/parameters/query.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import { findOwner } from '#server/access/known-owners.ts'
import { maskUrls } from '#server/base/credentials/mask-urls.ts'
import type { Reader } from '#server/db/database.ts'
import { readTimeZone } from '#server/db/time-zone.ts'
import type { Decision } from '#server/findings/decision.ts'
import { type FindingSet, type Selection, selectionOf } from '#server/findings/filters/query.ts'
import { withSavedFilter } from '#server/findings/saved/filters/saved-filter.ts'
import { badRequest, type Fault } from '#server/http/errors.ts'

/** Whether a decision sets nothing but the owner. */
export const isAssignment = ({ state, note, owner }: Decision): boolean =>
  owner !== undefined && state === undefined && note === undefined

/** A decision and its target, as requested by a client. */
export interface TriageTarget {
  type: FindingType
  target: { ids: readonly number[] } | { selection: Selection }
  decision: Decision
  /** Milliseconds since 1970. */
  seenAt: number | null
  limit: number
}

const defaultLimit = 3000
/** How far the end of an ignored finding may lie ahead, in milliseconds: further ones are typing errors. */
const maxIgnoredTime = 10 * 366 * 24 * 3600_000

/**
 * Reads the body of a decision, including checks that its schema cannot express.
 * @param more.now milliseconds since 1970.
 * @param more.actor whom the filter `owner=me` means.
 * @param more.all whether a missing filter selects all findings of the type; a job checks their number.
 * @param more.faults faults found elsewhere.
 * @throws HttpError 400 with every fault at once, 404 for an unknown saved filter. Source: docs/api.md#triage.
 */
export async function parseTriage(
  reader: Reader,
  deploymentId: number,
  body: TriageRequest,
  more: { now: number; actor: string; all?: boolean; faults?: readonly Fault[] },
): Promise<TriageTarget> {
  const { issue_type: type, issue_ids: ids, new_triage_state: state, new_triage_reason: reason } = body
  const { set, faults, filtered } = await parseFilter(reader, deploymentId, body, more.actor)
  const selection = selectionOf(deploymentId, set)
  if (ids && filtered) {
    faults.push({ pointer: '/issue_ids', detail: 'cannot be combined with a filter' })
  }
  if (!ids && !more.all && selection.filters.length === 0 && faults.length === 0) {
    faults.push({ pointer: '', detail: 'selects no findings: set issue_ids or a filter' })
  }
  if (state === undefined && body.new_note === undefined && body.new_owner === undefined) {
    faults.push({ pointer: '', detail: 'changes nothing: set new_triage_state, new_note or new_owner' })
  }
  if (reason !== undefined && state !== 'ignored') {
    faults.push({ pointer: '/new_triage_reason', detail: 'requires new_triage_state "ignored"' })
  }
  if (reason === 'revoked' && type !== 'secrets') {
    faults.push({ pointer: '/new_triage_reason', detail: `is not for findings of type ${type}` })
  }
  const owner = await parseOwner(reader, deploymentId, body, more.now)
  if (owner === unknownOwner)
    faults.push({ pointer: '/new_owner', detail: 'is no person or team of this deployment' })
  const until = await readEnd(reader, deploymentId, body)
  faults.push(...endFaults(body, until, more.now), ...conditionFaults(body), ...(more.faults ?? []))
  if (faults.length > 0) throw badRequest(faults)
  return {
    type,
    target: ids ? { ids: [...new Set(ids)] } : { selection },
    decision: {
      state,
      reason: state === 'ignored' ? (reason ?? 'no_triage_reason') : null,
      until,
      ends: (reason && endsOfReasons[reason]) ?? body.new_ignore_ends ?? null,
      note: body.new_note && maskUrls(body.new_note),
      owner: owner === unknownOwner ? undefined : owner,
    },
    seenAt: body.seen_at === undefined ? null : Date.parse(body.seen_at),
    limit: body.limit ?? defaultLimit,
  }
}

const unknownOwner = Symbol('unknown owner')

async function parseOwner(
  reader: Reader,
  deploymentId: number,
  { new_owner: owner }: TriageRequest,
  now: number,
): Promise<string | null | undefined | typeof unknownOwner> {
  if (owner === undefined || owner === null) return owner
  return (await findOwner(reader, deploymentId, owner, now)) ?? unknownOwner
}

const dayMs = 24 * 3600_000

/** The end of a decision, milliseconds since 1970: an instant, or 24:00 of a day in the time zone of the deployment. */
async function readEnd(
  reader: Reader,
  deploymentId: number,
  { new_ignored_until: end }: TriageRequest,
): Promise<number | null> {
  if (end === undefined) return null
  const at = Date.parse(end)
  if (!/^[\d-]{10}$/.test(end)) return at
  return (await readTimeZone(reader, deploymentId)).startOf(at / dayMs + 1)
}

function endFaults({ new_triage_state: state }: TriageRequest, end: number | null, now: number): Fault[] {
  if (end === null) return []
  const pointer = '/new_ignored_until'
  if (state !== 'ignored') return [{ pointer, detail: 'requires new_triage_state "ignored"' }]
  if (end <= now) return [{ pointer, detail: 'is not in the future' }]
  return end > now + maxIgnoredTime ? [{ pointer, detail: 'is more than ten years ahead' }] : []
}

function conditionFaults({
  new_ignore_ends: ends,
  new_triage_state: state,
  new_triage_reason: reason,
  issue_type: type,
}: TriageRequest): Fault[] {
  if (!ends) return []
  const pointer = '/new_ignore_ends'
  if (state !== 'ignored') return [{ pointer, detail: 'requires new_triage_state "ignored"' }]
  if (!ignoreEndsOf[type].includes(ends)) return [{ pointer, detail: `is not for findings of type ${type}` }]
  const own = reason && endsOfReasons[reason]
  return own === undefined || own === ends
    ? []
    : [{ pointer, detail: `cannot be combined with the reason ${reason}, which ends with ${own}` }]
}

/** The filter in a JSON body, read with the same schemas as a query string. */
async function parseFilter(
  reader: Reader,
  deploymentId: number,
  body: TriageRequest,
  actor: string,
): Promise<{ set: FindingSet; faults: Fault[]; filtered: boolean }> {
  const pairs: [string, string][] = []
  for (const [name, value] of Object.entries(body)) {
    if (!Object.hasOwn(findingSetQuery, name) || value === undefined) continue
    if (Array.isArray(value)) pairs.push(...value.map((one): [string, string] => [`${name}[]`, String(one)]))
    else pairs.push([name, String(value)])
  }
  const { values, faults } = readQuery(findingSetQuery, pairs)
  const problems = [...faults, ...misplacedFilters(values)]
  const set = problems.length > 0 ? {} : await withSavedFilter(reader, deploymentId, withoutMe(values, actor))
  return {
    set: { ...set, issue_type: body.issue_type },
    faults: problems.map(({ parameter, detail }) => ({ pointer: `/${parameter}`, detail })),
    filtered: pairs.length > 1,
  }
}
