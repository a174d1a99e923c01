import type { Job, TriageChange, TriagePreview } from '#contract/responses/triage.ts'
import type { NewTriageState } from '#contract/vocabulary.ts'
import { formatNumber, joinWords, plural } from '#lib/text/format.ts'
import { ownerName } from '#lib/text/owner-name.ts'
import { triageLabels } from '../action-labels.ts'
import { decisionSentence, decisionText } from '../decision-labels.ts'
import { savedEnd } from '../end-text.ts'
import { lower, triageLabel } from '../labels.ts'
import { knownReason, rowLabels } from '../row-labels.ts'
import type { Decision } from '../saving/decision.ts'

/** The dialog that previews a bulk triage. */
export const jobDialogLabels = {
  started: 'Bulk triage started',
  startedDetail: (title: string) => `${title}. Jobs shows its progress.`,
  countFailed: "Couldn't count the findings",
  counting: 'Counting',
  countingFindings: 'Counting findings…',
  countingShort: 'Counting…',
  nothingToDo: 'Nothing would change',
  countChanged: (before: number, now: number) =>
    `The count changed from ${formatNumber(before)} to ${plural(now, 'finding')}. Nothing was triaged. Review the numbers and try again.`,
  countChangedTo: (now: number) => `The count changed to ${formatNumber(now)}. Nothing was triaged.`,
  nothingChanged: 'Nothing was changed.',
  along: (count: number) => `Also applies to ${plural(count, 'instance')} on other branches.`,
  projects: 'Projects',
  severities: 'Severities',
  moreProjects: (count: number) => `and ${plural(count, 'more project')}`,
  unchanged: (count: number) => `${formatNumber(count)} won't change`,
} as const

interface Verb {
  title: (findings: string) => string
  going: string
  will: string
}

const verbs: Record<NewTriageState, Verb> = {
  ignored: { title: (findings) => `Ignore ${findings}`, going: 'Ignoring', will: 'will be ignored' },
  reviewing: {
    title: (findings) => `Mark ${findings} as reviewing`,
    going: 'Marking as reviewing',
    will: 'will be marked as reviewing',
  },
  fixing: {
    title: (findings) => `Mark ${findings} as fixing`,
    going: 'Marking as fixing',
    will: 'will be marked as fixing',
  },
  reopened: { title: (findings) => `Reopen ${findings}`, going: 'Reopening', will: 'will be reopened' },
}
const noting: Verb = {
  title: (findings) => `Add note to ${findings}`,
  going: 'Adding note',
  will: 'will get the note',
}

const assigning = (owner: string | null): Verb =>
  owner === null
    ? { title: (findings) => `Unassign ${findings}`, going: 'Unassigning', will: 'will be unassigned' }
    : {
        title: (findings) => `Assign ${findings} to ${ownerName(owner)}`,
        going: `Assigning to ${ownerName(owner)}`,
        will: `will be assigned to ${ownerName(owner)}`,
      }

const verbOf = ({ state, owner }: Decision) => {
  if (state) return verbs[state]
  return owner === undefined ? noting : assigning(owner)
}

/**
 * Returns the title of a job for a button or heading: "Ignore 12,431 findings"; without a number while they are
 * counted.
 */
export function jobTitle(decision: Decision, count?: number): string {
  return verbOf(decision).title(count === undefined ? 'findings' : plural(count, 'finding'))
}

/** Returns the total number of findings of a preview, including unchanged ones. */
export function previewTotal({ count, skipped }: TriagePreview): number {
  return skipped.reduce((sum, one) => sum + one.count, count)
}

/** Returns the preview as a sentence: "35 of 50 findings in 4 projects will be ignored." */
export function previewSentence(decision: Decision, preview: TriagePreview): string {
  const { count, projects } = preview
  const total = previewTotal(preview)
  if (count === 0)
    return total === 0 ? 'No findings match.' : `None of the ${plural(total, 'finding')} would change.`
  const where = projects.length === 1 ? '' : ` in ${plural(projects.length, 'project')}`
  const what =
    total === count ? plural(count, 'finding') : `${formatNumber(count)} of ${plural(total, 'finding')}`
  return `${what}${where} ${verbOf(decision).will}.`
}

/**
 * Returns why the other findings of a preview do not change, with their numbers: "12 are already ignored as false
 * positive".
 */
export function unchangedLabels(decision: Decision, skipped: TriagePreview['skipped']): string[] {
  return skipped.map(({ code, reason, count }) => {
    const were = count === 1 ? 'was' : 'were'
    const number = formatNumber(count)
    if (code === 'unchanged')
      return `${number} ${count === 1 ? alreadyLabel(decision, 'is', 'has') : alreadyLabel(decision, 'are', 'have')}`
    if (code === 'triaged_since') return `${number} ${were} triaged by someone else since the list loaded`
    if (code === 'removed') return `${number} no longer ${count === 1 ? 'exists' : 'exist'}`
    return `${plural(count, 'finding')}: ${reason}`
  })
}

/** Describes findings that keep their status: that of their scan, or until somebody approves ignoring them. */
export function exclusionLabels({ fixed, muted, requested }: TriagePreview): string[] {
  return [
    requested ? `${formatNumber(requested)} critical or high: needs approval, with a reason and a note` : '',
    fixed
      ? `${formatNumber(fixed)} ${fixed === 1 ? 'stays' : 'stay'} Fixed: the latest scan did not find ${fixed === 1 ? 'it' : 'them'}`
      : '',
    muted ? `${formatNumber(muted)} ${muted === 1 ? 'stays' : 'stay'} Ignored: suppressed in the code` : '',
  ].filter(Boolean)
}

/**
 * Describes findings that a triage would not change: "are already ignored as false positive", "already have this note".
 */
function alreadyLabel(decision: Decision, be: string, have: string): string {
  if (decision.state === undefined)
    return decision.owner === undefined ? `already ${have} this note` : `already ${have} this owner`
  if (decision.state === 'reopened') return `${be} already open`
  return `${be} already ${decision.state === 'ignored' ? lower(decisionText(decision)) : decision.state}`
}

/** Describes the result of a triage: how many of the selected findings did not change, and where else it applied. */
export function triagedDetail(
  decision: Decision,
  { decided, unchanged, along }: { decided: number; unchanged: number; along: number },
): string | undefined {
  const already = alreadyLabel(decision, unchanged === 1 ? 'was' : 'were', 'had')
  const sentences = [
    unchanged > 0 ? `${formatNumber(unchanged)} of ${formatNumber(decided + unchanged)} ${already}.` : '',
    along > 0 ? `Also on ${plural(along, 'other branch', 'other branches')}.` : '',
  ]
  return sentences.filter(Boolean).join(' ') || undefined
}

/** Describes the effect on selected rows: "35 of 50 will change: 12 are already …"; undefined if all would change. */
export function selectionLabel(decision: Decision, preview: TriagePreview): string | undefined {
  if (preview.skipped.length === 0) return undefined
  const total = previewTotal(preview)
  const will = preview.count === 0 ? 'None' : formatNumber(preview.count)
  return `${will} of ${formatNumber(total)} will change: ${joinWords(unchangedLabels(decision, preview.skipped))}.`
}

/** Returns why a job skipped some findings, with their numbers. */
export function skippedText(job: Pick<Job, 'skipped'>): string[] {
  return job.skipped.map(({ code, reason, count }) => {
    const findings = plural(count, 'finding')
    const were = count === 1 ? 'was' : 'were'
    if (code === 'unchanged') return `${findings} already had this status`
    if (code === 'triaged_since') return `${findings} ${were} triaged again since`
    if (code === 'removed') return `${findings} no longer ${count === 1 ? 'exists' : 'exist'}`
    return `${findings}: ${reason}`
  })
}

/** Returns the triage of a job or of an entry of the triage history. */
export function decisionOf({
  to_state,
  reason,
  note,
  ignored_until,
  ignore_ends,
  owner,
}: Pick<Job, 'to_state' | 'reason' | 'note' | 'ignored_until' | 'ignore_ends' | 'owner'>): Decision {
  const known = to_state !== null && Object.hasOwn(verbs, to_state)
  // parse: just checked against the names.
  const state = known ? (to_state as NewTriageState) : undefined
  const until = savedEnd({ ignore_ends, ignored_until })
  return { state, reason: knownReason(reason), until, note: note ?? undefined, owner }
}

/** Describes a job: "Ignoring 12,431 findings", "Ignored as false positive", "Undoing". */
export function jobText(job: Job): string {
  if (job.kind === 'import') return importText(job)
  if (job.kind === 'owners') return job.finished_at === null ? 'Assigning owners' : 'Owner rules applied'
  if (job.kind === 'retention') return job.finished_at === null ? 'Deleting old data' : 'Old data deleted'
  const decision = decisionOf(job)
  const ended = job.finished_at !== null
  if (job.kind === 'undo') return ended ? 'Undone' : 'Undoing'
  if (job.to_state !== null && !decision.state) return triageLabel(job.to_state)
  if (!ended) return verbOf(decision).going
  return job.requested && job.requested === job.done ? rowLabels.ignoreRequested : decisionText(decision)
}

/** Describes an upload that runs as a job; its note is the name of the project. */
function importText({ note }: Job): string {
  return note ? `Import of ${note}` : 'Import'
}

/** Describes the progress or the result of a job. */
export function progressText(job: Job): string {
  const { state, done, total } = job
  // An import is applied completely or not at all.
  if (job.kind === 'import') {
    if (state === 'queued') return `Queued · ${plural(total, 'finding')} read`
    if (state === 'running') return `Applying ${plural(total, 'finding')}`
    if (state === 'done') return `${plural(total, 'finding')} read`
    return state === 'failed' || state === 'cancelled' ? 'Nothing was changed' : state
  }
  if (job.kind === 'owners' && state === 'done' && job.assigned != null)
    return `${plural(job.assigned, 'finding')} got another owner, on all branches`
  const noun = job.kind === 'retention' ? 'row' : 'finding'
  const asked = job.requested && job.requested < done ? requestedPart(job.requested) : ''
  const of = `${formatNumber(done)} of ${plural(total, noun)}`
  if (state === 'queued') return total === 0 ? 'Queued' : `Queued · ${plural(total, noun)}`
  if (state === 'running') return of
  if (state === 'cancelled') return `Canceled · ${of} done${asked && `, ${asked}`}`
  if (state === 'failed') return `Failed · ${of} done${asked && `, ${asked}`}`
  if (state !== 'done') return `${state} · ${of}`
  return asked ? doneAndRequested(done, job.requested ?? 0) : plural(done, noun)
}

const requestedPart = (count: number) => `${formatNumber(count)} of them only requested`

/** Describes findings of which a part was only requested to be ignored: "9 findings; ignore requested: 3 findings". */
export const doneAndRequested = (count: number, requested: number): string =>
  [
    count > requested && plural(count - requested, 'finding'),
    requested > 0 && `${lower(rowLabels.ignoreRequested)}: ${plural(requested, 'finding')}`,
  ]
    .filter(Boolean)
    .join('; ')

/** What became of the selected findings: "Ignored as false positive: 9 findings; ignore requested: 3 findings". */
export function savedSentence(decision: Decision, count: number, requested: number): string {
  if (requested === 0) return decisionSentence(decision, count)
  if (requested === count) return triageLabels.requested(requested)
  return `${decisionText(decision)}: ${doneAndRequested(count, requested)}`
}

/** The same without numbers, as an undo names it. */
export const savedText = (
  decision: Decision,
  { triaged, requested }: { triaged: number; requested: number },
) => {
  if (requested === 0) return decisionText(decision)
  return triaged === 0
    ? rowLabels.ignoreRequested
    : `${decisionText(decision)}; ${lower(rowLabels.ignoreRequested)}`
}

/** Describes a past triage: "Ignored as false positive: 12 findings". */
export function changeText(change: TriageChange): string {
  const decision = decisionOf(change)
  const words =
    change.to_state !== null && !decision.state ? triageLabel(change.to_state) : decisionText(decision)
  const { count, requested } = change
  if (!requested) return `${words}: ${plural(count, 'finding')}`
  return requested < count
    ? `${words}: ${doneAndRequested(count, requested)}`
    : `${rowLabels.ignoreRequested}: ${plural(count, 'finding')}`
}
