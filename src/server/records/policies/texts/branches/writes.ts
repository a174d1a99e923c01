import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Value } from '#server/db/engine.ts'
import {
  keptOf,
  type OwnText,
  type RuleTextColumn,
  readTextsOfProject,
  ruleTextColumns,
} from '#server/db/rule-texts.ts'
import { valuesOf } from '#server/db/sql.ts'
import { deleteTextsOfRefs, insertKeptTexts, replaceRuleTexts } from '../writes.ts'

// What other branches of a project say about rules, while findings show what its primary branch says. It is kept where it
// differs, so that a branch that becomes the primary one has its own texts at once.
// Source: docs/decisions/0149-texts-of-branches.md

type Text = Readonly<Record<RuleTextColumn, Value>>
type SomeText = Readonly<Partial<Record<RuleTextColumn, Value>>>

/** Where a project says something about rules, and the ref of which it says it. */
interface BranchPlace {
  projectId: number
  sourceId: number
  refId: number
}

/** A rule, with what the findings of a project show of it, before and after. */
export interface ShownText {
  ruleId: number
  from: Text
  to: Text
}

/** Branches whose findings are looked through, those first that were scanned last. */
const maxBranches = 20
const rulesPerBatch = 500

/** The columns of a text with those of others where it says nothing. */
export function completeText(...texts: readonly (SomeText | undefined)[]): Text {
  const said = (column: RuleTextColumn): Value => {
    for (const text of texts) if (text?.[column] != null) return text[column]
    return null
  }
  // parse: all columns of a text.
  return Object.fromEntries(ruleTextColumns.map((column) => [column, said(column)])) as Text
}

/** What differs from another text; null if nothing does. A value that is left out differs from none. */
export function differingText(text: SomeText, other: Text): SomeText | null {
  const differing = ruleTextColumns.flatMap((column) =>
    text[column] == null || text[column] === other[column] ? [] : [[column, text[column]] as const],
  )
  return differing.length === 0 ? null : Object.fromEntries(differing)
}

/**
 * Keeps what the other branches say about rules of which a project's primary branch says something now: nothing where it
 * is the same. Findings no longer show what single refs said about them.
 * @param refId the primary branch.
 */
export async function keepTextsOfBranches(
  transaction: ChangeTransaction,
  place: BranchPlace,
  texts: readonly ShownText[],
): Promise<void> {
  const all = new Map(texts.map((text) => [text.ruleId, text]))
  const stored = await transaction
    .selectFrom('rule_text')
    .select(['rule_id', 'ref_id', ...ruleTextColumns])
    .where('deployment_id', '=', transaction.deploymentId)
    .where('rule_id', 'in', valuesOf(all.keys()))
    .where('project_id', '=', place.projectId)
    .where('source_id', '=', place.sourceId)
    .where('ref_id', '<>', 0)
    .execute()
  const changed = texts.filter(({ from, to }) => differingText(from, to) || differingText(to, from))
  const touched = new Map(changed.map((text) => [text.ruleId, text]))
  for (const row of stored) {
    const text = all.get(row.rule_id)
    if (text && (row.ref_id > 0 || row.ref_id === keptOf(place.refId))) touched.set(row.rule_id, text)
  }
  if (touched.size === 0) return
  const branches = await otherBranches(transaction, place)
  const said = await saidOnBranches(transaction, place, branches, changed)
  for (const { rule_id: ruleId, ref_id: at, ...own } of stored) {
    const branch = branches.get(Math.abs(at))
    // The branch that was the primary one says what findings show.
    if (branch && branch.is_primary === 0) said.set(keyOf(ruleId, branch.id), own)
  }
  await deleteTextsOfRefs(transaction, place, touched.keys())
  await insertKeptTexts(
    transaction,
    place,
    [...touched.values()].flatMap(({ ruleId, from, to }) =>
      [...branches.keys()].flatMap((refId) => {
        const own = said.get(keyOf(ruleId, refId))
        const kept = own && differingText(completeText(own, from), to)
        return kept ? [{ ...kept, rule_id: ruleId, ref_id: keptOf(refId) }] : []
      }),
    ),
  )
}

const keyOf = (ruleId: number, refId: number) => `${ruleId}/${refId}`

/** The branches of a project but one, by their ids, those first that were scanned last. */
async function otherBranches(transaction: ChangeTransaction, { projectId, refId }: BranchPlace) {
  const rows = await transaction
    .selectFrom('ref')
    .select(['id', 'is_primary'])
    .where('deployment_id', '=', transaction.deploymentId)
    .where('project_id', '=', projectId)
    .where('id', '<>', refId)
    .where('expires_at', 'is', null)
    .where((eb) => eb.or([eb('name', 'like', 'refs/heads/%'), eb('is_primary', '=', 1)]))
    .orderBy('is_primary', 'desc')
    .orderBy('was_primary', 'desc')
    .orderBy('latest_scan_at', 'desc')
    .orderBy('id')
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The branches that say what findings showed: the former primary one, and those with findings of the rules. */
async function saidOnBranches(
  transaction: ChangeTransaction,
  { sourceId }: BranchPlace,
  branches: ReadonlyMap<number, { id: number; is_primary: number }>,
  changed: readonly ShownText[],
): Promise<Map<string, SomeText>> {
  const said = new Map<string, SomeText>()
  const ids = changed.map(({ ruleId }) => ruleId)
  if (ids.length === 0) return said
  for (const { id, is_primary: isPrimary } of [...branches.values()].slice(0, maxBranches)) {
    const saying = isPrimary === 1 ? ids : await rulesFoundOn(transaction, { refId: id, sourceId }, ids)
    for (const ruleId of saying) said.set(keyOf(ruleId, id), {})
  }
  return said
}

async function rulesFoundOn(
  transaction: ChangeTransaction,
  { refId, sourceId }: Omit<BranchPlace, 'projectId'>,
  ruleIds: readonly number[],
): Promise<number[]> {
  const rows = await transaction
    .selectFrom('finding')
    .select('rule_id')
    .distinct()
    .where('deployment_id', '=', transaction.deploymentId)
    .where('ref_id', '=', refId)
    .where('source_id', '=', sourceId)
    .where('rule_id', 'in', valuesOf(ruleIds))
    .execute()
  return rows.map((row) => row.rule_id)
}

/**
 * Keeps what a full scan of a branch says about rules of which the primary branch says something: what findings show is
 * that of the primary one. A value that it leaves out stays.
 */
export async function keepTexts(
  transaction: ChangeTransaction,
  { refId, ...place }: BranchPlace,
  rules: readonly { known: Text & { id: number }; said: SomeText }[],
  saidOnPrimary: ReadonlySet<number>,
): Promise<void> {
  const ids = rules.map(({ known }) => known.id)
  const shown = await readTextsOfProject(transaction, { ...place, refId: 0 }, ids)
  const kept = await readTextsOfProject(transaction, { ...place, refId: keptOf(refId) }, ids)
  const changing = rules.flatMap(({ known, said }) => {
    const [own, before] = [shown.get(known.id), kept.get(known.id)]
    if (!own && !before && !saidOnPrimary.has(known.id)) return []
    const text = differingText({ ...before, ...said }, completeText(own, known))
    const isChanged = ruleTextColumns.some(
      (column) => (before?.[column] ?? null) !== (text?.[column] ?? null),
    )
    return isChanged ? [{ id: known.id, text }] : []
  })
  await replaceRuleTexts(
    transaction,
    { ...place, refId: keptOf(refId) },
    changing.map(({ id }) => id),
    changing.flatMap(({ id, text }) => (text ? [{ rule_id: id, ...text }] : [])),
  )
}

/** Makes what a branch says about rules what its project says, as it becomes the primary one. */
export async function promoteTextsOfRef(
  transaction: ChangeTransaction,
  { projectId, refId }: { projectId: number; refId: number },
): Promise<void> {
  for (;;) {
    const rows = await transaction
      .selectFrom('rule_text')
      .select(['rule_id', 'source_id', 'ref_id', ...ruleTextColumns])
      .where('deployment_id', '=', transaction.deploymentId)
      .where('project_id', '=', projectId)
      .where('ref_id', 'in', [refId, keptOf(refId)])
      .orderBy('rule_id')
      .limit(rulesPerBatch)
      .execute()
    if (rows.length === 0) break
    for (const [sourceId, said] of Map.groupBy(rows, (row) => row.source_id))
      await promoteTexts(transaction, { projectId, sourceId, refId }, said)
  }
}

async function promoteTexts(
  transaction: ChangeTransaction,
  { refId, ...place }: BranchPlace,
  said: readonly (OwnText & { rule_id: number; ref_id: number })[],
): Promise<void> {
  const ids = said.map((row) => row.rule_id)
  const own = await readTextsOfProject(transaction, { ...place, refId: 0 }, ids)
  const rules = await transaction
    .selectFrom('rule')
    .select(['id', 'provisional', ...ruleTextColumns])
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', 'in', valuesOf(ids))
    .execute()
  const saidOf = Map.groupBy(said, (row) => row.rule_id)
  const texts = rules.map((rule) => {
    const from = completeText(own.get(rule.id), rule)
    const to = completeText(...(saidOf.get(rule.id) ?? []), from)
    return { ruleId: rule.id, from, to, stored: rule.provisional === 1 ? to : differingText(to, rule) }
  })
  await replaceRuleTexts(
    transaction,
    { ...place, refId: 0 },
    ids,
    texts.flatMap(({ ruleId, stored }) => (stored ? [{ rule_id: ruleId, ...stored }] : [])),
  )
  await keepTextsOfBranches(transaction, { ...place, refId }, texts)
}
