import { type Selectable, sql } from 'kysely'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { insertRows } from '#server/db/engine.ts'
import type { RefMove } from '#server/db/moved-rows.ts'
import type { RuleTextTable } from '#server/db/policy-tables.ts'
import { keptOf, type OwnText, ruleTextColumns } from '#server/db/rule-texts.ts'
import { rowsOf, valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'

// Writes `rule_text` where projects are merged and split: what a project says about rules goes with its findings.

type TextRow = Selectable<RuleTextTable>

/** A text of a project that was merged, as a merge stores it. */
interface StoredText {
  row: TextRow
  /** The ref of the other project that has it now, 0 for that project; null if that says something itself. */
  to: number | null
  /** Whether it is the text that the deployment had, and no row of the project. */
  isDeployments?: true
}

/** The `ref_id` of a text after a move of refs; undefined for a ref that is not moved. */
function movedRef(targets: ReadonlyMap<number, number>, refId: number): number | undefined {
  if (refId === 0) return 0
  const target = targets.get(Math.abs(refId))
  return target && (refId < 0 ? keptOf(target) : target)
}

/** Texts that are read, and stored, at a time. */
const rowsPerBatch = 500

const keyOf = ({ rule_id, source_id }: Pick<TextRow, 'rule_id' | 'source_id'>, refId: number) =>
  [rule_id, source_id, refId].join(' ')

/**
 * Gives what a project says about rules to another that says nothing about them, before its findings are moved. All of it
 * is stored, to be given back.
 * @param moves of the refs of the project: another ref where the other project has one with the same name.
 * @param primary the ref of the project that was its primary branch.
 */
export async function moveTexts(
  transaction: ChangeTransaction,
  changeId: number,
  { from, to }: RefMove,
  moves: readonly RefMove[],
  primary: number | undefined,
): Promise<void> {
  const targets = new Map(moves.map((move) => [move.from, move.to]))
  const joined = moves.flatMap((move) => (move.from === move.to ? [] : [move.to]))
  const said = await saidBy(transaction, to, joined)
  const own = new Set<string>()
  for (let batch = await firstTexts(transaction, from); batch.length > 0; ) {
    const texts = batch.map((row): StoredText => {
      const target = movedRef(targets, row.ref_id) ?? row.ref_id
      const isSaid = said.has(keyOf(row, 0)) || said.has(keyOf(row, target))
      return { row, to: isSaid ? null : target }
    })
    await storeTexts(transaction, changeId, texts, own.size)
    for (const row of batch) own.add(keyOf(row, row.ref_id))
    await insertRows(
      transaction,
      'rule_text',
      texts.flatMap((text) => (text.to === null ? [] : [{ ...text.row, project_id: to, ref_id: text.to }])),
    )
    batch = await firstTexts(transaction, from, batch.at(-1))
  }
  const places = await textPlaces(transaction, [...targets.keys()], primary)
  const others = places.filter((row) => !own.has(keyOf(row, 0)) && !own.has(keyOf(row, row.ref_id)))
  for (let at = 0; at < others.length; at += rowsPerBatch) {
    const batch = others.slice(at, at + rowsPerBatch)
    const rules = await textsOfDeployment(transaction, batch)
    const texts = batch.flatMap((place): StoredText[] => {
      const rule = rules.get(place.rule_id)
      if (!rule) return []
      const { id: _, ...text } = rule
      const row = { ...place, ...text, deployment_id: transaction.deploymentId, project_id: from }
      return [{ row, to: null, isDeployments: true }]
    })
    await storeTexts(transaction, changeId, texts, own.size + at)
  }
  transaction.changed.table('rule')
}

/** Stores texts of a project that is merged, after those that are stored already. */
const storeTexts = (
  transaction: ChangeTransaction,
  changeId: number,
  texts: readonly StoredText[],
  stored: number,
): Promise<void> =>
  insertRows(
    transaction,
    'project_change_item',
    texts.map((text, at) => ({
      ...{ deployment_id: transaction.deploymentId, change_id: changeId, kind: 'rule_text' },
      ...{ row_id: stored + at + 1, parent_id: text.row.ref_id, before_json: JSON.stringify(text) },
    })),
  )

/** The rules of findings, by their source, with the ref that says their text: 0 where the primary branch has one of them. */
async function textPlaces(
  transaction: ChangeTransaction,
  refs: readonly number[],
  primary: number | undefined,
): Promise<Pick<TextRow, 'rule_id' | 'source_id' | 'ref_id'>[]> {
  const rows = await transaction
    .selectFrom('finding')
    .select(['rule_id', 'source_id', 'ref_id'])
    .distinct()
    .where('deployment_id', '=', transaction.deploymentId)
    .where('ref_id', 'in', valuesOf(refs))
    .execute()
  const onPrimary = rows.filter((row) => row.ref_id === primary)
  const said = new Set(onPrimary.map((row) => keyOf(row, 0)))
  return [
    ...onPrimary.map((row) => ({ ...row, ref_id: 0 })),
    ...rows.filter((row) => !said.has(keyOf(row, 0))),
  ]
}

/** The texts of the deployment, by the ids of their rules. */
async function textsOfDeployment(
  transaction: ChangeTransaction,
  places: readonly Pick<TextRow, 'rule_id'>[],
): Promise<Map<number, OwnText & { id: number }>> {
  const rows = await transaction
    .selectFrom('rule')
    .select(['id', ...ruleTextColumns])
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', 'in', valuesOf(new Set(places.map((place) => place.rule_id))))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Gives a project back what it said about rules before it was merged, once its findings are its own again. */
export async function giveBackTexts(
  transaction: ChangeTransaction,
  changeId: number,
  { from, to }: RefMove,
): Promise<void> {
  const { deploymentId } = transaction
  // What was said since on its own refs is newer than what is stored. What is kept differs from what the other one shows.
  await sql`delete from rule_text where deployment_id = ${deploymentId} and project_id = ${to}
    and -ref_id in (select id from ref where deployment_id = ${deploymentId} and project_id = ${from})`.execute(
    transaction,
  )
  await sql`update rule_text set project_id = ${from} where deployment_id = ${deploymentId} and project_id = ${to}
    and ref_id in (select id from ref where deployment_id = ${deploymentId} and project_id = ${from})`.execute(
    transaction,
  )
  const own = await transaction
    .selectFrom('rule_text')
    .select(['rule_id', 'source_id', 'ref_id'])
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', from)
    .execute()
  const present = new Set(own.map((row) => keyOf(row, row.ref_id)))
  for (let after = 0; ; ) {
    const items = await transaction
      .selectFrom('project_change_item')
      .select(['row_id', 'before_json'])
      .where('deployment_id', '=', deploymentId)
      .where('change_id', '=', changeId)
      .where('kind', '=', 'rule_text')
      .where('row_id', '>', after)
      .orderBy('row_id')
      .limit(rowsPerBatch)
      .execute()
    if (items.length === 0) break
    after = items.at(-1)?.row_id ?? after
    // parse: written by `moveTexts`.
    const texts = items.flatMap(({ before_json: json }) => (json ? [parseStored<StoredText>(json)] : []))
    const missing = texts.filter(({ row }) => !present.has(keyOf(row, row.ref_id)))
    await insertRows(transaction, 'rule_text', await differing(transaction, missing))
    await deleteGiven(transaction, to, texts)
  }
  transaction.changed.table('rule')
}

/** The rows of stored texts. One that was the deployment's has a row for what the deployment says otherwise since. */
async function differing(transaction: ChangeTransaction, texts: readonly StoredText[]): Promise<TextRow[]> {
  const rules = await textsOfDeployment(
    transaction,
    texts.flatMap(({ row, isDeployments }) => (isDeployments ? [row] : [])),
  )
  return texts.flatMap(({ row, isDeployments }) => {
    const rule = isDeployments && rules.get(row.rule_id)
    if (!rule) return isDeployments ? [] : [row]
    const same = ruleTextColumns.filter((column) => row[column] === rule[column])
    if (same.length === ruleTextColumns.length) return []
    return [{ ...row, ...Object.fromEntries(same.map((column) => [column, null])) }]
  })
}

/** Copies what a project says about rules to one that was split off, where that has findings of them. */
export async function copyTexts(
  transaction: ChangeTransaction,
  { from, to }: RefMove,
  moves: readonly RefMove[],
): Promise<void> {
  const targets = new Map(moves.map((move) => [move.from, move.to]))
  const found = new Set(
    (await foundOn(transaction, to, [...targets.values()])).map((place) => keyOf(place, 0)),
  )
  for (let batch = await firstTexts(transaction, from); batch.length > 0; ) {
    await insertRows(
      transaction,
      'rule_text',
      batch.flatMap((row) => {
        const target = movedRef(targets, row.ref_id)
        return target === undefined || !found.has(keyOf(row, 0))
          ? []
          : [{ ...row, project_id: to, ref_id: target }]
      }),
    )
    batch = await firstTexts(transaction, from, batch.at(-1))
  }
  transaction.changed.table('rule')
}

/** The texts of a project that follow one, by their key. */
const firstTexts = (transaction: ChangeTransaction, projectId: number, after?: TextRow): Promise<TextRow[]> =>
  transaction
    .selectFrom('rule_text')
    .selectAll()
    .where('deployment_id', '=', transaction.deploymentId)
    .where('project_id', '=', projectId)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(rule_id, source_id, ref_id) > (${after?.rule_id}, ${after?.source_id}, ${after?.ref_id})`,
      ),
    )
    .orderBy('rule_id')
    .orderBy('source_id')
    .orderBy('ref_id')
    .limit(rowsPerBatch)
    .execute()

/**
 * The rules about which a project says something: it has a text, or a finding of them on its primary branch (0) or on one
 * of some refs.
 */
async function saidBy(
  transaction: ChangeTransaction,
  projectId: number,
  refs: readonly number[],
): Promise<Set<string>> {
  const own = await transaction
    .selectFrom('rule_text')
    .select(['rule_id', 'source_id', 'ref_id'])
    .where('deployment_id', '=', transaction.deploymentId)
    .where('project_id', '=', projectId)
    .execute()
  const found = await foundOn(transaction, projectId, refs)
  return new Set([
    ...own.map((row) => keyOf(row, row.ref_id)),
    ...found.map((place) => keyOf(place, place.ref_id)),
    ...found.flatMap((place) => (place.is_primary === 1 ? [keyOf(place, 0)] : [])),
  ])
}

/** The rules with findings on the primary branch of a project and on other refs of it. */
async function foundOn(
  transaction: ChangeTransaction,
  projectId: number,
  refs: readonly number[],
): Promise<{ rule_id: number; source_id: number; ref_id: number; is_primary: number }[]> {
  const { deploymentId } = transaction
  const { rows } = await sql<{ rule_id: number; source_id: number; ref_id: number; is_primary: number }>`
    select distinct finding.rule_id, finding.source_id, finding.ref_id, ref.is_primary
    from ref join finding on finding.deployment_id = ref.deployment_id and finding.ref_id = ref.id
    where ref.deployment_id = ${deploymentId} and ref.project_id = ${projectId}
      and (ref.is_primary = 1 or ref.id in ${valuesOf(refs)})`.execute(transaction)
  return rows
}

/** Deletes the texts that a merge gave to a project, except where its own scans say them since. */
async function deleteGiven(
  transaction: ChangeTransaction,
  projectId: number,
  texts: readonly StoredText[],
): Promise<void> {
  const given = texts.flatMap(({ row, to }) => (to === null ? [] : [{ ...row, ref_id: to }]))
  const refs = new Set(given.map((row) => row.ref_id))
  const found = await foundOn(transaction, projectId, [...refs])
  const said = new Set(
    found.flatMap((one) => [keyOf(one, one.ref_id), keyOf(one, one.is_primary === 1 ? 0 : one.ref_id)]),
  )
  const gone = rowsOf(
    { rule: 'integer', source: 'integer', ref: 'integer' },
    given
      .filter((row) => !said.has(keyOf(row, row.ref_id)))
      .map((row) => [row.rule_id, row.source_id, row.ref_id]),
  )
  await sql`delete from rule_text where deployment_id = ${transaction.deploymentId} and project_id = ${projectId}
    and (rule_id, source_id, ref_id) in (select rule, source, "ref" from ${gone} as gone)`.execute(
    transaction,
  )
}
