import { sql } from 'kysely'
import { getOrCreate } from '#lib/get-or-create.ts'
import { recordAudits } from '#server/audit/audit-log.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { scanKinds, scanStatuses, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import type { Value } from '#server/db/engine.ts'
import { type RuleTextColumn, ruleTextColumns } from '#server/db/rule-texts.ts'
import { jsonField, textsOf, valuesOf } from '#server/db/sql.ts'
import { projectsOfRules } from '#server/findings/counts/projects-of-rules.ts'
import { withSnapshot } from '#server/findings/snapshot.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { shownText, textFields } from '#server/records/policies/text-fields.ts'
import { moveRuleText } from '#server/records/policies/texts/writes.ts'

/** A text that most projects say, and the deployment does not yet. */
interface Majority {
  ruleId: number
  column: RuleTextColumn
  to: Value
  /** How many projects say it. */
  projects: number
}

/** Projects by rule. */
type Voters = ReadonlyMap<number, ReadonlySet<number>>

/**
 * Makes what most projects say of rules the text of the deployment, after a scan changed what one says. The findings of
 * each project keep the text that they have. A project says the deployment's text where it has a finding of the rule on
 * its primary branch, or where its newest full scan lists its rules, and nothing else is stored.
 * Source: docs/decisions/0138-rule-texts.md
 */
export async function followMostProjects(
  services: Services,
  deployment: Deployment,
  actor: string,
  changed: readonly { ruleId: number; columns: readonly { column: RuleTextColumn }[] }[],
): Promise<void> {
  if (changed.length === 0) return
  const ruleIds = [...new Set(changed.map((each) => each.ruleId))]
  const columns = new Set(changed.flatMap((each) => each.columns.map(({ column }) => column)))
  const voters = await withSnapshot(services.columns, deployment.id, async (view) => {
    const own = projectsOfRules(view, new Set(ruleIds))
    const possible = await majorities(view.reader, deployment.id, { ruleIds, columns, voters: own })
    return possible.length === 0 ? null : withListing(view.reader, deployment.id, own, possible)
  })
  if (voters === null) return
  const isAny = await majorities(services.database.read, deployment.id, { ruleIds, columns, voters })
  if (isAny.length === 0) return
  await services.change(
    deployment.id,
    actor,
    async (transaction) => {
      const found = await majorities(transaction, deployment.id, { ruleIds, columns, voters })
      await writeMajorities(transaction, found, { actor, at: services.now() })
    },
    { event: 'policy.changed' },
  )
}

/**
 * The same after projects were merged or split, or that was undone: how many projects say the text of a rule follows from
 * that alone. Counted are the rules of their findings about which any project says something of its own.
 */
export async function followProjects(
  services: Services,
  deployment: Deployment,
  actor: string,
  projectIds: readonly number[],
): Promise<void> {
  if (projectIds.length === 0) return
  const { rows } = await sql<{ ruleId: number }>`
    select distinct finding.rule_id as "ruleId"
    from ref join finding on finding.deployment_id = ref.deployment_id and finding.ref_id = ref.id
    where ref.deployment_id = ${deployment.id} and ref.project_id in ${valuesOf(projectIds)}
      and exists (select 1 from rule_text where rule_text.deployment_id = ${deployment.id}
        and rule_text.rule_id = finding.rule_id and rule_text.ref_id = 0)`.execute(services.database.read)
  const columns = ruleTextColumns.map((column) => ({ column }))
  await followMostProjects(
    services,
    deployment,
    actor,
    rows.map(({ ruleId }) => ({ ruleId, columns })),
  )
}

/** The texts that more projects say than the deployment's. */
async function majorities(
  reader: Reader,
  deploymentId: number,
  {
    ruleIds,
    columns,
    voters,
  }: { ruleIds: readonly number[]; columns: ReadonlySet<RuleTextColumn>; voters: Voters },
): Promise<Majority[]> {
  const ofProjects = sql`from rule_text where deployment_id = ${deploymentId} and rule_id in ${valuesOf(ruleIds)} and ref_id = 0`
  const { rows: saying } = await sql<{ rule: number; project: number }>`
    select distinct rule_id as rule, project_id as project ${ofProjects}`.execute(reader)
  const all = new Map([...voters].map(([rule, projects]) => [rule, new Set(projects)]))
  for (const { rule, project } of saying) getOrCreate(all, rule, () => new Set()).add(project)
  const found: Majority[] = []
  for (const name of columns) {
    const column = sql.ref(name)
    const { rows } = await sql<{ rule: number; value: Value; projects: number }>`
      select rule_id as rule, ${column} as value, count(distinct project_id) as projects
      ${ofProjects} and ${column} is not null group by rule_id, ${column} order by 3 desc`.execute(reader)
    const { rows: others } = await sql<{ rule: number; projects: number }>`
      select rule_id as rule, count(distinct project_id) as projects
      ${ofProjects} and ${column} is not null group by rule_id`.execute(reader)
    const saysOther = new Map(others.map(({ rule, projects }) => [rule, projects]))
    for (const [ruleId, [most]] of Map.groupBy(rows, ({ rule }) => rule)) {
      const agreeing = (all.get(ruleId)?.size ?? 0) - (saysOther.get(ruleId) ?? 0)
      if (most && most.projects > agreeing)
        found.push({ ruleId, column: name, to: most.value, projects: most.projects })
    }
  }
  return found
}

/** Adds the projects whose newest full scan of the primary branch lists the rules of the tool: they say the rule, too. */
async function withListing(
  reader: Reader,
  deploymentId: number,
  voters: Voters,
  possible: readonly Majority[],
): Promise<Voters> {
  const rules = await reader
    .selectFrom('rule')
    .select(['id', 'tool'])
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(new Set(possible.map(({ ruleId }) => ruleId))))
    .execute()
  const tools = new Set(rules.flatMap(({ tool }) => tool ?? []))
  const { rows } = await sql<{ tool: string; project: number }>`
    select distinct newest.tool, newest.project_id as project
    from (select scan_source.tool, scan.project_id, max(scan.id) as id
      from scan_source
      join scan on scan.deployment_id = scan_source.deployment_id and scan.source_id = scan_source.id
      join ref on ref.deployment_id = scan.deployment_id and ref.id = scan.ref_id and ref.is_primary = 1
      where scan_source.deployment_id = ${deploymentId} and scan_source.tool in ${textsOf(tools)}
        and scan.kind = ${toCode(scanKinds, 'full')}
        and scan.status = ${toCode(scanStatuses, 'SCAN_STATUS_COMPLETED')}
      group by scan_source.tool, scan_source.id, scan.project_id) as newest
    join scan on scan.deployment_id = ${deploymentId} and scan.id = newest.id
    where ${jsonField(sql.ref('scan.coverage_json'), 'rules')} is not null`.execute(reader)
  const listing = Map.groupBy(rows, ({ tool }) => tool)
  const all = new Map([...voters].map(([id, projects]) => [id, new Set(projects)]))
  for (const { id, tool } of rules)
    for (const { project } of listing.get(tool ?? '') ?? [])
      getOrCreate(all, id, () => new Set()).add(project)
  return all
}

async function writeMajorities(
  transaction: ChangeTransaction,
  found: readonly Majority[],
  { actor, at }: { actor: string; at: number },
): Promise<void> {
  const { deploymentId } = transaction
  const rows = await transaction
    .selectFrom('rule')
    .select(['id', 'path', ...ruleTextColumns])
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(new Set(found.map(({ ruleId }) => ruleId))))
    .execute()
  for (const rule of rows) {
    const moves = found.filter(({ ruleId }) => ruleId === rule.id)
    for (const { column, to } of moves)
      await moveRuleText(transaction, rule.id, { column, from: rule[column], to })
  }
  await recordAudits(
    transaction,
    rows.map((rule) => ({
      deploymentId,
      at,
      actor,
      action: 'rule.text_followed',
      target: rule.path,
      detail: Object.fromEntries(
        found
          .filter(({ ruleId }) => ruleId === rule.id)
          .map(({ column, to, projects }) => [
            textFields[column],
            { from: shownText(column, rule[column]), to: shownText(column, to), projects },
          ]),
      ),
    })),
  )
}
