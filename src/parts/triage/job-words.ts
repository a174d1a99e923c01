import type { Job, TriageChange, TriagePreview } from '#contract/answers/triage.ts'
import type { NewTriageState } from '#contract/vocabulary.ts'
import { formatNumber, plural } from '#lib/format.ts'
import type { Decision } from './decide.ts'
import { decisionWords, knownReason, triageWord } from './words.ts'

const verbs: Record<NewTriageState, { bare: string; going: string; will: string }> = {
  ignored: { bare: 'Ignore', going: 'Ignoring', will: 'will be ignored' },
  reviewing: {
    bare: 'Mark as reviewing',
    going: 'Marking as reviewing',
    will: 'will be marked as reviewing',
  },
  fixing: { bare: 'Mark as fixing', going: 'Marking as fixing', will: 'will be marked as fixing' },
  reopened: { bare: 'Reopen', going: 'Reopening', will: 'will be reopened' },
}
const noting = { bare: 'Note', going: 'Noting', will: 'will get the note' }

const verbOf = ({ state }: Decision) => (state ? verbs[state] : noting)

/** What a button or a title says a job does: "Ignore 12,431 findings"; without a number while they are counted. */
export function jobTitle(decision: Decision, count?: number): string {
  return `${verbOf(decision).bare} ${count === undefined ? 'findings' : plural(count, 'finding')}`
}

/** What will happen, in one sentence: "12,431 findings in 40 projects will be ignored." */
export function previewSentence(decision: Decision, { count, projects }: TriagePreview): string {
  if (count === 0) return 'Nothing would change.'
  const where = projects.length === 1 ? '' : ` in ${plural(projects.length, 'project')}`
  return `${plural(count, 'finding')}${where} ${verbOf(decision).will}.`
}

/** Why some stay as they are, each with its number: "31 findings: It stands so already." */
export function skippedWords(skipped: TriagePreview['skipped']): string[] {
  return skipped.map(({ reason, count }) => `${plural(count, 'finding')}: ${reason}`)
}

/** The decision that a job or a list of decisions tells of. */
export function decisionOf({ to_state, reason, note }: Pick<Job, 'to_state' | 'reason' | 'note'>): Decision {
  const known = to_state !== null && Object.hasOwn(verbs, to_state)
  // parse: just held against the names
  const state = known ? (to_state as NewTriageState) : undefined
  return { state, reason: knownReason(reason), note: note ?? undefined }
}

/** What a job does or did: "Ignoring 12,431 findings", "Ignored as false positive", "Undoing". */
export function jobWords(job: Job): string {
  if (job.kind === 'import') return importWords(job)
  const decision = decisionOf(job)
  const ended = job.finished_at !== null
  if (job.kind === 'undo') return ended ? 'Undone' : 'Undoing'
  if (job.to_state !== null && !decision.state) return triageWord(job.to_state)
  return ended ? decisionWords(decision) : verbOf(decision).going
}

/** Of an upload that goes on as a job; its note is the name of the project. */
function importWords({ note }: Job): string {
  return note ? `Import of ${note}` : 'Import'
}

/** How far a job is or how it ended, in words. */
export function progressWords(job: Job): string {
  const { state, done, total } = job
  // An import is applied whole or not at all.
  if (job.kind === 'import') {
    if (state === 'queued') return `Waiting for its turn · ${plural(total, 'finding')} read`
    if (state === 'running') return `Applying ${plural(total, 'finding')}`
    if (state === 'done') return `${plural(total, 'finding')} read`
    return state === 'failed' || state === 'cancelled' ? 'Nothing was changed' : state
  }
  const of = `${formatNumber(done)} of ${plural(total, 'finding')}`
  if (state === 'queued') return `Waits for its turn · ${plural(total, 'finding')}`
  if (state === 'running') return of
  if (state === 'cancelled') return `Cancelled · ${of} done`
  if (state === 'failed') return `Failed · ${of} done`
  return state === 'done' ? plural(done, 'finding') : `${state} · ${of}`
}

/** What a decision of the past did: "Ignored as false positive: 12 findings". */
export function changeWords(change: TriageChange): string {
  const decision = decisionOf(change)
  const words =
    change.to_state !== null && !decision.state ? triageWord(change.to_state) : decisionWords(decision)
  return `${words}: ${plural(change.count, 'finding')}`
}
