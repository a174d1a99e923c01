import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { GateAnswer, GateVerdictsAnswer } from '#contract/responses/gate.ts'
import { type gateFilters, gateVerdicts } from '#contract/vocabulary.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Reader } from '#server/db/database.ts'
import { takeId } from '#server/db/ids.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { newestWithCommit } from './scans.ts'

/** A verdict as it is stored: what it says, without when and by whom it was asked for. */
export type GateDocument = Omit<GateAnswer, 'id' | 'evaluated_at' | 'current'>

/** A verdict, and what is stored with it for the preview of modes. */
export interface Evaluation {
  document: GateDocument
  scanId: number | null
  /** The rules that have new findings, whatever their modes; null if a source could not be compared. */
  newRules: number[] | null
}

/** The most verdicts that are kept of a project: the newest. */
const maxVerdicts = 200

/** Equal for two verdicts that say the same, though modes were changed that concern neither. */
function digestOf({ policy_revision: _, url: __, ...document }: GateDocument): string {
  return createHash('sha256').update(JSON.stringify(document)).digest('hex')
}

export interface StoredVerdict {
  id: number
  digest: string
  document: GateDocument
  /** Files of findings that were the same in the base. */
  unchangedFiles: readonly string[]
  evaluatedAt: number
}

/** The column `document_json`. */
type StoredDocument = GateDocument & { unchanged_files: readonly string[] }

/** A stored verdict, or one that says something new, as a response. */
export const toGateAnswer = (
  { id, document, evaluatedAt }: Pick<StoredVerdict, 'document' | 'evaluatedAt'> & { id: number | null },
  current: boolean,
): GateAnswer => ({ id, ...document, evaluated_at: new Date(evaluatedAt).toISOString(), current })

/** What a verdict is about. */
interface Subject {
  deploymentId: number
  projectId: number
  commit: string
  comparison: string
}

/** The newest stored verdict on a commit in the same comparison; null if there is none. */
export async function newestVerdict(
  reader: Reader,
  { deploymentId, projectId, commit, comparison }: Subject,
): Promise<StoredVerdict | null> {
  const row = await reader
    .selectFrom('gate_verdict')
    .select(['id', 'digest', 'document_json', 'evaluated_at'])
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', projectId)
    .where('commit', '=', commit)
    .where('comparison', '=', comparison)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  // parse: our own column, written below.
  const { unchanged_files: unchangedFiles, ...document } = parseStored<StoredDocument>(row.document_json)
  return { id: row.id, digest: row.digest, document, unchangedFiles, evaluatedAt: row.evaluated_at }
}

/** Whether a verdict need not be stored. */
export const saysTheSame = (stored: StoredVerdict | null, document: GateDocument): stored is StoredVerdict =>
  stored !== null && stored.digest === digestOf(document)

/** Stores a verdict unless the newest one of the same comparison says the same. @returns the id of the one that is stored. */
export async function storeVerdict(
  transaction: ChangeTransaction,
  subject: Subject,
  { document, scanId, newRules, at, actor }: Evaluation & { at: number; actor: string },
): Promise<number> {
  const { deploymentId, projectId, commit, comparison } = subject
  const newest = await newestVerdict(transaction, subject)
  if (saysTheSame(newest, document)) return newest.id
  // Lists of scans filter by verdicts.
  transaction.changed.scans()
  const id = await takeId(transaction, deploymentId, 'gate_verdict')
  await transaction
    .insertInto('gate_verdict')
    .values({
      id,
      deployment_id: deploymentId,
      project_id: projectId,
      ref_name: document.ref ?? '',
      commit,
      comparison,
      pull_request: document.pull_request,
      verdict: filterOf(document),
      digest: digestOf(document),
      document_json: JSON.stringify(withUnchangedFiles(document)),
      scan_id: scanId,
      new_rules_json: newRules && JSON.stringify(newRules),
      evaluated_at: at,
      actor,
    })
    .execute()
  await sql`delete from gate_verdict where deployment_id = ${deploymentId} and project_id = ${projectId}
    and id <= (select id from gate_verdict where deployment_id = ${deploymentId} and project_id = ${projectId}
      order by id desc limit 1 offset ${maxVerdicts})`.execute(transaction)
  return id
}

/** What lists filter by, in the column `verdict`. */
const filterOf = ({ verdict, excepted }: GateDocument): (typeof gateFilters)[number] =>
  verdict === 'pass' && (excepted ?? 0) > 0 ? 'excepted' : verdict

/** A verdict with what later evaluations need that do not know which files changed. */
function withUnchangedFiles(document: GateDocument): StoredDocument {
  const unchanged = document.findings.flatMap(({ cause, issue_type: type, path }) =>
    cause === 'newly_detected' && type !== 'sca' && path !== null ? [path] : [],
  )
  return { ...document, unchanged_files: [...new Set(unchanged)] }
}

/** The newest scan of a project that names a commit, with the newest stored verdict on that commit. */
async function lastRun(
  reader: Reader,
  { deploymentId, projectId }: Pick<Subject, 'deploymentId' | 'projectId'>,
): Promise<GateVerdictsAnswer['last_run']> {
  const scan = await newestWithCommit(reader, { deploymentId, projectId, ref: null })
  if (scan === null || scan.commit === null) return null
  const verdict = await reader
    .selectFrom('gate_verdict')
    .select('verdict')
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', projectId)
    .where('commit', '=', scan.commit)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    scan_id: scan.id,
    commit: scan.commit,
    ref: scan.refName,
    started_at: new Date(scan.startedAt).toISOString(),
    verdict:
      gateVerdicts.find((one) => one === (verdict?.verdict === 'excepted' ? 'pass' : verdict?.verdict)) ??
      null,
  }
}

/** A page of a project's verdicts, newest first, and its last run. */
export async function listVerdicts(
  reader: Reader,
  {
    deploymentId,
    projectId,
    commit,
  }: Pick<Subject, 'deploymentId' | 'projectId'> & { commit: string | null },
  { page, size }: { page: number; size: number },
): Promise<{ total: number; answer: GateVerdictsAnswer }> {
  const all = reader
    .selectFrom('gate_verdict')
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', projectId)
    .$if(commit !== null, (query) => query.where('commit', '=', commit ?? ''))
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await all
    .select(['id', 'verdict', 'commit', 'ref_name', 'pull_request', 'document_json', 'evaluated_at', 'actor'])
    .orderBy('id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute()
  const run = await lastRun(reader, { deploymentId, projectId })
  return { total: Number(total), answer: { verdicts: rows.map(toVerdict), last_run: run } }
}

type Listed = GateVerdictsAnswer['verdicts'][number]

function toVerdict(row: {
  id: number
  verdict: string
  commit: string
  ref_name: string
  pull_request: string | null
  document_json: string
  evaluated_at: number
  actor: string
}): Listed {
  // parse: our own column, written above.
  const document = parseStored<GateDocument>(row.document_json)
  return {
    id: row.id,
    verdict: document.verdict,
    commit: row.commit,
    ref: row.ref_name,
    pull_request: row.pull_request,
    counts: document.counts,
    reasons: document.reasons,
    scan_ids: document.sources.map(({ scan_id }) => scan_id),
    evaluated_at: new Date(row.evaluated_at).toISOString(),
    by: row.actor,
  }
}
