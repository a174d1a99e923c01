import { sql } from 'kysely'
import type { ScanCoverage } from '#contract/responses/scans.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { scanKinds, scanStatuses, toCode } from '#server/db/codes.ts'
import type { Value } from '#server/db/engine.ts'
import { type RuleTextColumn, readTextsOfProject, ruleTextColumns } from '#server/db/rule-texts.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import {
  completeText,
  keepTexts,
  keepTextsOfBranches,
} from '#server/records/policies/texts/branches/writes.ts'
import { replaceRuleTexts } from '#server/records/policies/texts/writes.ts'
import type { ReportedRule } from '#server/reports/report/report.ts'

/** Where a scan says something about rules. */
export interface TextTarget {
  projectId: number
  refId: number
  sourceId: number
  /** Whether what it says is that of its project: it is a full scan of the primary branch that did not fail. */
  isProjects: boolean
  /** Whether it is kept for when its branch becomes the primary one: it is another full scan that did not fail. */
  isKept: boolean
}

/** A known rule, and what a scan says about it. */
export interface SaidRule {
  reported: ReportedRule
  known: Record<RuleTextColumn, Value> & { id: number; path: string; provisional: number; created_at: number }
  said: Readonly<Partial<Record<RuleTextColumn, Value>>>
}

/** What a scan changes in the text of a rule, as its project's findings show it. */
export interface TextChange {
  ruleId: number
  path: string
  columns: { column: RuleTextColumn; from: Value; to: Value }[]
}

/**
 * Stores what a scan says about known rules where that differs from the deployment's text. Before a full scan of the
 * primary branch says something about a rule, each ref has what its own scans say; then the project has one text, and what
 * full scans of other branches say is kept.
 * @returns what changes for the findings of the project.
 * Source: docs/decisions/0138-rule-texts.md
 */
export async function writeRuleTexts(
  transaction: ChangeTransaction,
  target: TextTarget,
  rules: readonly SaidRule[],
): Promise<TextChange[]> {
  const refId = target.isProjects ? 0 : target.refId
  const place = { projectId: target.projectId, sourceId: target.sourceId }
  const ids = rules.map(({ known }) => known.id)
  const stored = await readTextsOfProject(transaction, { ...place, refId }, ids)
  const wanted = rules.map((rule) => ({ rule, ...textToStore(rule, stored.get(rule.known.id)) }))
  const changing = wanted.filter(({ isChanged }) => isChanged)
  const silenced = target.isProjects
    ? new Set<number>()
    : await saidOnPrimary(
        transaction,
        target,
        changing.map(({ rule }) => rule),
      )
  const written = changing.filter(({ rule }) => !silenced.has(rule.known.id))
  await replaceRuleTexts(
    transaction,
    { ...place, refId },
    written.map(({ rule }) => rule.known.id),
    written.flatMap(({ rule, row }) => (row === null ? [] : [{ rule_id: rule.known.id, ...row }])),
  )
  if (target.isKept) await keepTexts(transaction, target, rules, silenced)
  if (target.isProjects)
    await keepTextsOfBranches(
      transaction,
      target,
      wanted.map(({ rule: { known }, row }) => ({
        ruleId: known.id,
        from: completeText(stored.get(known.id), known),
        to: completeText(row ?? undefined, known),
      })),
    )
  return written.flatMap(({ rule, row }) => changeOf(rule, stored.get(rule.known.id), row) ?? [])
}

type StoredText = Partial<Record<RuleTextColumn, Value>>

/** The row that says what the scan says; null if that is the deployment's text. A scan that leaves a value out keeps it. */
function textToStore({ known, said }: SaidRule, stored: StoredText | undefined) {
  const row: StoredText = {}
  for (const column of ruleTextColumns) {
    const value = said[column] ?? stored?.[column] ?? null
    // The text of a provisional rule is that of whichever scan came first: it is replaced, so each scan has its own.
    row[column] = value === known[column] && known.provisional === 0 ? null : value
  }
  const isChanged = ruleTextColumns.some((column) => (row[column] ?? null) !== (stored?.[column] ?? null))
  return { row: ruleTextColumns.every((column) => row[column] === null) ? null : row, isChanged }
}

function changeOf(
  { known }: SaidRule,
  stored: StoredText | undefined,
  row: StoredText | null,
): TextChange | null {
  const columns = ruleTextColumns.flatMap((column) => {
    const shown = (text: StoredText | null | undefined) => text?.[column] ?? known[column] ?? null
    const [from, to] = [shown(stored), shown(row)]
    return from === to ? [] : [{ column, from, to }]
  })
  return columns.length === 0 ? null : { ruleId: known.id, path: known.path, columns }
}

/**
 * Those of some rules about which a full scan of the primary branch said something: the project has a text of its own or a
 * finding of them there, or the scan lists its rules and knew them.
 */
async function saidOnPrimary(
  transaction: ChangeTransaction,
  { projectId, sourceId }: TextTarget,
  rules: readonly SaidRule[],
): Promise<Set<number>> {
  const said = new Set<number>()
  const confirmed = rules.filter(({ known }) => known.provisional === 0)
  const newest = confirmed.length > 0 && (await newestFullScan(transaction, { projectId, sourceId }))
  if (!newest) return said
  const ids = confirmed.map(({ known }) => known.id)
  const { deploymentId } = transaction
  const own = await readTextsOfProject(transaction, { projectId, sourceId, refId: 0 }, ids)
  for (const id of own.keys()) said.add(id)
  const { rows } = await sql<{ id: number }>`select distinct rule_id as id from finding
    where deployment_id = ${deploymentId} and ref_id = ${newest.ref_id} and source_id = ${sourceId}
      and rule_id in ${valuesOf(ids)}`.execute(transaction)
  for (const { id } of rows) said.add(id)
  // parse: written by `insertScan`.
  const coverage = parseStored<Partial<ScanCoverage>>(newest.coverage_json ?? '{}')
  if (typeof coverage.rules === 'number')
    for (const { known } of confirmed) if (known.created_at <= (newest.completed_at ?? 0)) said.add(known.id)
  return said
}

/** The newest full scan of the primary branch with a source that did not fail. */
const newestFullScan = (
  transaction: ChangeTransaction,
  { projectId, sourceId }: Pick<TextTarget, 'projectId' | 'sourceId'>,
) =>
  transaction
    .selectFrom('scan')
    .innerJoin('ref', (join) =>
      join.onRef('ref.deployment_id', '=', 'scan.deployment_id').onRef('ref.id', '=', 'scan.ref_id'),
    )
    .select(['scan.ref_id', 'scan.completed_at', 'scan.coverage_json'])
    .where('scan.deployment_id', '=', transaction.deploymentId)
    .where('scan.project_id', '=', projectId)
    .where('scan.source_id', '=', sourceId)
    .where('scan.kind', '=', toCode(scanKinds, 'full'))
    .where('scan.status', '=', toCode(scanStatuses, 'SCAN_STATUS_COMPLETED'))
    .where('ref.is_primary', '=', 1)
    .orderBy('scan.started_at', 'desc')
    .orderBy('scan.id', 'desc')
    .limit(1)
    .executeTakeFirst()
