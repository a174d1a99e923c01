import { type Kysely, sql } from 'kysely'
import { getOrCreate } from '#lib/get-or-create.ts'
import { toolFamily } from '#lib/tool-family.ts'
import { rulePathAt } from '../../rule-path.ts'

type AnyDatabase = Kysely<unknown>

/**
 * Sources and rules become those of a family of tools: names and versions of one tool are one source, and a rule that
 * several tools have reported becomes a rule of each, with its modes. Nothing is read or written finding by finding.
 */
export async function up(db: AnyDatabase): Promise<void> {
  await mergeSources(db)
  await run(db, 'alter table rule add column tool text')
  await run(db, 'alter table rule add column tool_rule text')
  await nameTools(db)
  await splitRules(db)
  for (const table of ['source_merge', 'rule_use', 'rule_copy']) await run(db, `drop table temp.${table}`)
  await run(db, 'create unique index rule_of_tool on rule (deployment_id, tool, tool_rule)')
}

const run = (db: AnyDatabase, statement: string) => sql.raw(statement).execute(db)

async function mergeSources(db: AnyDatabase) {
  const { rows } = await sql<{ id: number; deployment_id: number; tool: string; category: string }>`
    select id, deployment_id, tool, category from scan_source order by id`.execute(db)
  const kept = new Map<string, number>()
  const merged: [number, number][] = []
  const renamed: [number, string][] = []
  for (const { id, deployment_id, tool, category } of rows) {
    const family = toolFamily(tool)
    const first = getOrCreate(kept, JSON.stringify([deployment_id, family, category]), () => id)
    if (first !== id) merged.push([id, first])
    else if (family !== tool) renamed.push([id, family])
  }
  await run(db, 'create temp table source_merge (old integer primary key, kept integer not null)')
  await sql`insert into source_merge select value ->> 0, value ->> 1 from json_each(${JSON.stringify(merged)})`.execute(
    db,
  )
  // The ids are picked first: an index tells them without the rows.
  for (const table of merged.length > 0 ? ['scan', 'finding'] : [])
    await run(
      db,
      `update ${table} set source_id = (select kept from source_merge where old = ${table}.source_id)
      where id in (select id from ${table} where source_id in (select old from source_merge))`,
    )
  // The others go first, so that a name is free when another takes it.
  await run(db, 'delete from scan_source where id in (select old from source_merge)')
  await sql`update scan_source set tool = renamed.value ->> 1 from json_each(${JSON.stringify(renamed)}) as renamed
    where scan_source.id = renamed.value ->> 0`.execute(db)
}

/**
 * The tool with most of a rule's findings has the rule, of several the one that was seen first. What no finding has
 * stays without a tool, and is that of the first one to report it.
 */
async function nameTools(db: AnyDatabase) {
  await run(
    db,
    `create temp table rule_use as
    select rule_id, tool, row_number() over (
      partition by rule_id order by sum(findings) desc, min(first_at), min(first_id)) as place
    from (
      select rule_id, source_id, count(*) as findings, min(created_at) as first_at, min(id) as first_id
      from finding group by rule_id, source_id) as used
    join scan_source as source on source.id = used.source_id
    group by rule_id, tool`,
  )
  await run(db, 'create index temp.rule_use_by_rule on rule_use (rule_id, place)')
  await run(
    db,
    `update rule set tool_rule = path,
      tool = (select tool from rule_use where rule_use.rule_id = rule.id and place = 1)`,
  )
}

const copiedColumns = `title, message, category, severity, confidence, source, url, registry_maintainer, secret_type,
  has_validators, cwe_json, owasp_json, subcategories_json, vulnerability_classes_json, languages_json,
  technologies_json, rulesets_json, created_at`

async function splitRules(db: AnyDatabase) {
  await run(
    db,
    'create temp table rule_copy (rule_id integer not null, tool text not null, path text not null)',
  )
  const copies = await pathsOfCopies(db)
  if (copies.length === 0) return
  await sql`insert into rule_copy select value ->> 0, value ->> 1, value ->> 2
    from json_each(${JSON.stringify(copies)})`.execute(db)
  await run(
    db,
    `insert into rule (deployment_id, path, tool, tool_rule, ${copiedColumns})
    select rule.deployment_id, copy.path, copy.tool, rule.path, ${copiedColumns}
    from rule_copy as copy join rule on rule.id = copy.rule_id order by copy.rowid`,
  )
  const made = `rule_copy as copy join rule as original on original.id = copy.rule_id
    join rule as made on made.deployment_id = original.deployment_id and made.path = copy.path`
  await run(
    db,
    `insert into policy_rule (policy_id, rule_id, deployment_id, mode, last_change_at, last_change_by, version)
    select was.policy_id, made.id, was.deployment_id, was.mode, was.last_change_at, was.last_change_by, was.version
    from ${made} join policy_rule as was on was.rule_id = original.id`,
  )
  await run(
    db,
    `create temp table rule_move as
    select original.id as rule_id, source.id as source_id, made.id as made_id
    from ${made} join scan_source as source
      on source.deployment_id = original.deployment_id and source.tool = copy.tool`,
  )
  await run(db, 'create unique index temp.rule_move_by_rule on rule_move (rule_id, source_id)')
  await run(
    db,
    `update finding set rule_id = move.made_id from rule_move as move
    where move.rule_id = finding.rule_id and move.source_id = finding.source_id`,
  )
  await run(db, 'drop table temp.rule_move')
  // What browsers keep of an answer names the rule as it was.
  await run(
    db,
    `update deployment set change_number = change_number + 1
    where id in (select deployment_id from rule join rule_copy on rule_copy.rule_id = rule.id)`,
  )
}

/** Each rule and tool that needs a rule of its own, with the path that this one is displayed under from now on. */
async function pathsOfCopies(db: AnyDatabase): Promise<[number, string, string][]> {
  const { rows } = await sql<{ rule_id: number; tool: string; deployment_id: number; path: string }>`
    select rule_id, used.tool as tool, deployment_id, path from rule_use as used join rule on rule.id = used.rule_id
    where place > 1 order by rule_id, place`.execute(db)
  const taken = new Map<number, Set<string>>()
  for (const deployment of new Set(rows.map((row) => row.deployment_id))) {
    const { rows: rules } = await sql<{ path: string }>`
      select path from rule where deployment_id = ${deployment}`.execute(db)
    taken.set(deployment, new Set(rules.map(({ path }) => path)))
  }
  return rows.map(({ rule_id, tool, deployment_id, path }) => {
    const others = getOrCreate(taken, deployment_id, () => new Set())
    let attempt = 1
    let own = rulePathAt(tool, path, attempt)
    while (others.has(own)) own = rulePathAt(tool, path, ++attempt)
    others.add(own)
    return [rule_id, tool, own]
  })
}
