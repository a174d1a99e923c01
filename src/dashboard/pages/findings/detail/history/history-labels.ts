import type { HistoryEntry } from '#contract/responses/findings.ts'
import type { FindingMatch } from '#contract/responses/matches.ts'
import { untilText } from '#features/triage/end-text.ts'
import { triageLabel } from '#features/triage/labels.ts'
import { doubtText, isOtherTriaged } from '#features/triage/match-offers.ts'
import { reasonLabel } from '#features/triage/row-labels.ts'
import { formatNumber } from '#lib/text/format.ts'
import { ownerName } from '#lib/text/owner-name.ts'
import { refLabel } from '#lib/text/ref-label.ts'

const decisions = new Set(['triaged', 'noted', 'assigned', 'inherited', 'moved'])
const undoableFor = 24 * 60 * 60 * 1000

const instantOf = (entry: HistoryEntry) => new Date(entry.at ?? '').getTime()

/** Sorts the history newest first; entries without a valid time are last, in their original order. */
export function newestFirst(history: readonly HistoryEntry[]): HistoryEntry[] {
  const key = (entry: HistoryEntry) => {
    const instant = instantOf(entry)
    return Number.isNaN(instant) ? Number.NEGATIVE_INFINITY : instant
  }
  return history
    .map((entry, index) => ({ entry, index }))
    .sort((a, b) => {
      const [first, second] = [key(a.entry), key(b.entry)]
      return first === second ? a.index - b.index : second - first
    })
    .map(({ entry }) => entry)
}

/** Whether an entry undoes another, with the same `change_id`. */
export const isUndo = ({ what, reason }: HistoryEntry): boolean =>
  what === 'undone' || (what === 'assigned' && reason === 'undone')

/**
 * Returns the `change_id` of the triage that this person may undo: the newest of all, if it is theirs and less than a
 * day old.
 * @returns its `change_id`.
 */
export function undoableChange(
  history: readonly HistoryEntry[],
  person: string | undefined,
  now: Date,
): string | undefined {
  const sorted = newestFirst(history)
  const undone = new Set(
    sorted.flatMap((entry) => (isUndo(entry) && entry.change_id ? [entry.change_id] : [])),
  )
  const newest = sorted.find(
    ({ what, change_id }) =>
      // Rules assign in no change of anybody.
      decisions.has(what) && !(what === 'assigned' && !change_id) && !(change_id && undone.has(change_id)),
  )
  if (!newest?.change_id || !person || newest.who !== person) return undefined
  // False for an invalid time as well, since comparing with NaN is false.
  return now.getTime() - instantOf(newest) < undoableFor ? newest.change_id : undefined
}

/** Returns the match that a history entry refers to: a match on its own ref, or triage inherited from another. */
export function matchOf(entry: HistoryEntry, matches: readonly FindingMatch[]): FindingMatch | undefined {
  const isElsewhere = entry.what === 'inherited'
  if (entry.what !== 'matched' && !isElsewhere) return undefined
  return matches.find(({ kind, scan_id, other }) => {
    // A separated match names the finding that was created from it.
    return kind === 'match' && scan_id === entry.scan_id && (!isElsewhere || other !== null)
  })
}

/** The branch of the scan; the scan itself is linked next to the sentence. */
const onBranch = ({ ref }: HistoryEntry) => (ref ? `on ${refLabel(ref)}` : '')

/** Triage from an uploaded file: the one of the scan. */
const inFile = (entry: HistoryEntry) =>
  entry.file ? ['in the uploaded file', onBranch(entry)].filter(Boolean).join(' ') : ''

const joinIfAny = (words: string, more: string) => (more ? `${words} ${more}` : words)

const endedBecause: Readonly<Record<string, string>> = {
  fix_available: ': a fix is available',
  code_changed: ': its code changed on the primary branch',
  secret_active: ': a scan found it active',
}

/** "ignored it as false positive", "marked it as fixing", "reopened it". */
function triagedText({ at, to, reason, ignored_until: until, ignore_ends: ends }: HistoryEntry): string {
  const why = reasonLabel(reason)?.toLowerCase()
  const end = untilText(until, ends)
  if (to === 'ignored' && reason === 'revoked') return joinIfAny('marked it as revoked', end)
  if (to === 'ignored') {
    const ignored = why && reason !== 'no_triage_reason' ? `ignored it as ${why}` : 'ignored it'
    return joinIfAny(ignored, end)
  }
  // An event is in the entry of a reopening only if it caused that.
  if (to === 'reopened' && ends) return `reopened it${endedBecause[ends] ?? ''}`
  const hasEnded = until && at && new Date(until) <= new Date(at)
  if (to === 'reopened' && hasEnded) return `reopened it, which was ignored ${end}`
  if (to === 'reopened' || to === 'untriaged') return 'reopened it'
  if (to) return `marked it as ${triageLabel(to).toLowerCase()}`
  return 'triaged it'
}

/** "Ann assigned it to Payments", "Assigned to @acme/shop by CODEOWNERS". */
function assignedText({ who, to, from, reason, note }: HistoryEntry): string {
  if (note) return to ? `Assigned to ${ownerName(to)} by ${note}` : `Unassigned by ${note}`
  const person = who || 'Someone'
  if (reason === 'undone')
    return `${person} undid the assignment: ${to ? `back to ${ownerName(to)}` : 'back to nobody'}`
  if (to) return `${person} assigned it to ${ownerName(to)}`
  return from ? `${person} unassigned it from ${ownerName(from)}` : `${person} unassigned it`
}

function backTo(state: string): string {
  return state === 'reopened' || state === 'untriaged' ? 'open' : triageLabel(state).toLowerCase()
}

const matchedBy: Record<string, string> = {
  renamed: 'Matched after a rename',
  relocated: 'Matched at another path',
  fingerprint_changed: 'Matched after its fingerprint changed',
  similar_code: 'Matched by similar code',
  changed_code: 'Matched although its code changed',
  position: 'Matched by location',
}

function matchedText(basis: string | null | undefined): string {
  return (basis && Object.hasOwn(matchedBy, basis) && matchedBy[basis]) || 'Matched'
}

/** "requested to ignore it as no time", "approved ignoring it", "declined to ignore it". */
function approvalText({ what, reason, ignored_until: until, ignore_ends: ends }: HistoryEntry): string {
  if (what === 'ignore_approved') return 'approved ignoring it'
  if (what === 'ignore_declined') return 'declined to ignore it'
  const why = reasonLabel(reason)?.toLowerCase()
  return joinIfAny(`requested to ignore it${why ? ` as ${why}` : ''}`, untilText(until, ends))
}

/** Says which findings a match may be with. */
function uncertainText({ scan_id: scan }: HistoryEntry, matches: readonly FindingMatch[]): string {
  const offers = matches.filter(({ kind, scan_id }) => kind === 'candidate' && scan_id === scan)
  const first = offers.find(isOtherTriaged) ?? offers[0]
  const others =
    offers.length > 1 ? `one of ${formatNumber(offers.length)} other findings` : 'another finding'
  const words = `Uncertain: may be the same as ${first?.other ? `#${first.other.id}` : others}`
  if (!first?.other) return words
  const identical = offers.filter(({ basis }) => basis === 'identical').length
  return `${words}. ${doubtText(first.basis, first.other, identical).replace(/\.$/, '')}`
}

/** "Severity changed from low to high on main", "Rule renamed from a.eval to b.eval on main", and so for a version. */
function changedText(entry: HistoryEntry): string {
  const { what, who, from, to } = entry
  if (what === 'severity_changed') return joinIfAny(`Severity changed from ${from} to ${to}`, onBranch(entry))
  if (what === 'version_changed') return joinIfAny(`Version changed from ${from} to ${to}`, onBranch(entry))
  if (who) return `${who} separated its rule ${to} from ${from}`
  return joinIfAny(`Rule renamed from ${from} to ${to}`, onBranch(entry))
}

/** "Ignored (false positive): same triage as on main". */
function takenOverText({ what, to, ref, reason, note }: HistoryEntry): string {
  const origin = (what === 'moved' ? note : ref && refLabel(ref)) || 'another branch'
  if (to === 'untriaged') return `Same note as on ${origin}`
  return `${to ? triageLabel(to) : 'Triaged'}${reason ? ` (${reasonLabel(reason)?.toLowerCase()})` : ''}: same triage as on ${origin}`
}

/** "confirmed the match", "separated it from #12". */
function answerText({ what, note }: HistoryEntry): string {
  if (what === 'confirmed') return note ? `confirmed it is the same as #${note}` : 'confirmed the match'
  return note ? `separated it from #${note}` : 'separated it'
}

/** Describes a history entry as a sentence without a full stop. Unknown kinds are shown unchanged. */
export function historyText(entry: HistoryEntry, matches: readonly FindingMatch[] = []): string {
  const { what, who, to, from, reason } = entry
  const person = who || 'Someone'
  switch (what) {
    case 'found':
      return joinIfAny('Found', onBranch(entry))
    case 'fixed':
      return joinIfAny('Fixed: no longer reported', onBranch(entry))
    case 'reappeared':
      return joinIfAny('Reopened: reported again', onBranch(entry))
    case 'muted':
      return joinIfAny('Suppressed by a comment in the code', onBranch(entry))
    case 'unmuted':
      return 'The suppression comment was removed'
    case 'removed':
      return joinIfAny('Removed: no longer scanned', onBranch(entry))
    case 'severity_changed':
    case 'rule_renamed':
    case 'version_changed':
      return changedText(entry)
    case 'became_primary':
      return `${person} made its branch the primary branch`
    case 'left_primary':
      return `${person} made another branch the primary branch`
    case 'triaged':
      return joinIfAny(`${person} ${triagedText(entry)}`, inFile(entry))
    case 'ignore_requested':
    case 'ignore_approved':
    case 'ignore_declined':
      return `${person} ${approvalText(entry)}`
    case 'noted':
      return joinIfAny(`${person} added a note`, inFile(entry))
    case 'inherited':
    case 'moved':
      return takenOverText(entry)
    case 'assigned':
      return assignedText(entry)
    case 'undone':
      return `${person} undid the triage${to ? `: back to ${backTo(to)}` : ''}`
    case 'matched':
      return `${matchedText(reason)}${from || to ? `: ${from ?? 'unknown'} → ${to ?? 'unknown'}` : ''}`
    case 'uncertain':
      return uncertainText(entry, matches)
    case 'confirmed':
    case 'separated':
      return `${person} ${answerText(entry)}`
    case 'retired':
      return reason === 'branch_deleted'
        ? `Removed: ${person} deleted the branch`
        : `Removed: ${person} retired the source`
    case 'restored':
      return reason === 'branch_restored' ? `${person} restored the branch` : `${person} restored the source`
    case 'ticket':
      return to ? `${person} linked ticket ${to}` : `${person} removed the ticket link`
    default:
      return [who, (what || 'changed').replace(/_/g, ' '), from && `from ${from}`, to && `to ${to}`]
        .filter(Boolean)
        .join(' ')
  }
}
