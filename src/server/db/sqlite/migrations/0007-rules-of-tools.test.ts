import type { DatabaseSync } from 'node:sqlite'
import { Migrator } from 'kysely/migration'
import { expect, onTestFinished, test } from 'vitest'
import { openWriter } from '../connection.ts'
import { earlierMigrationProvider } from './index.ts'

/** A database as the version before left it, and the step to this one. */
async function before() {
  const { raw: connection, query } = openWriter(':memory:')
  onTestFinished(() => connection.close())
  const migrator = new Migrator({ db: query, provider: earlierMigrationProvider })
  const to = async (name: string) => {
    const { error } = await migrator.migrateTo(name)
    if (error) throw error
  }
  await to('0006-bills-of-materials')
  fill(connection, 'deployment', { id: 1, slug: 'main', name: 'Main', demo: 0, change_number: 5 })
  return { connection, migrate: () => to('0007-rules-of-tools') }
}

/** Inserts a row; a column that has to be there and is not said is 0. */
function fill(connection: DatabaseSync, table: string, said: Record<string, string | number | null>) {
  const columns = connection.prepare(`select name, "notnull" as needed from pragma_table_info(?)`).all(table)
  const row = new Map<string, string | number | null>()
  for (const { name, needed } of columns) if (needed === 1 && name !== 'id') row.set(String(name), 0)
  for (const [name, value] of Object.entries(said)) row.set(name, value)
  connection
    .prepare(
      `insert into "${table}" (${[...row.keys()].map((name) => `"${name}"`)}) values (${[...row].map(() => '?')})`,
    )
    .run(...row.values())
}

const source = (connection: DatabaseSync, id: number, tool: string, category = '', deployment_id = 1) =>
  fill(connection, 'scan_source', { id, deployment_id, tool, category })

const rule = (connection: DatabaseSync, id: number, path: string, deployment_id = 1) =>
  fill(connection, 'rule', { id, deployment_id, path, title: `Title of ${path}`, cwe_json: '["CWE-95"]' })

/** Findings, each as the ids of its rule and source. Ids count from 1. */
function findings(connection: DatabaseSync, all: readonly (readonly [rule: number, source: number])[]) {
  for (const [index, [rule_id, source_id]] of all.entries())
    fill(connection, 'finding', {
      id: index + 1,
      deployment_id: 1,
      rule_id,
      source_id,
      created_at: 1000 + index,
      document_json: '{}',
    })
}

const rows = (connection: DatabaseSync, query: string) =>
  connection
    .prepare(query)
    .all()
    .map((row) => Object.values(row))

const rules = (connection: DatabaseSync) =>
  rows(connection, 'select path, tool, tool_rule from rule order by id')

/** The displayed rule of each finding, in their order. */
const rulesOfFindings = (connection: DatabaseSync) =>
  rows(connection, 'select rule.path from finding join rule on rule.id = rule_id order by finding.id').flat()

test('names and versions of one tool become one source, which has the scans and findings of all', async () => {
  const { connection, migrate } = await before()
  source(connection, 1, 'Semgrep OSS')
  source(connection, 2, 'Semgrep')
  source(connection, 3, 'Semgrep PRO', 'nightly')
  source(connection, 4, 'Bandit 1.7.5')
  source(connection, 5, 'In-house check')
  source(connection, 6, 'Semgrep PRO')
  for (const source_id of [1, 2, 3, 4, 5, 6]) fill(connection, 'scan', { id: source_id, source_id })
  rule(connection, 1, 'xss')
  findings(connection, [
    [1, 1],
    [1, 2],
    [1, 3],
    [1, 6],
  ])
  await migrate()
  expect(rows(connection, 'select id, tool, category from scan_source order by id')).toEqual([
    [1, 'Semgrep', ''],
    [3, 'Semgrep', 'nightly'],
    [4, 'Bandit', ''],
    [5, 'In-house check', ''],
  ])
  expect(rows(connection, 'select source_id from scan order by id').flat()).toEqual([1, 1, 3, 4, 5, 1])
  expect(rows(connection, 'select source_id from finding order by id').flat()).toEqual([1, 1, 3, 1])
  expect(rules(connection)).toEqual([['xss', 'Semgrep', 'xss']])
})

test('equal names of two deployments stay two sources', async () => {
  const { connection, migrate } = await before()
  source(connection, 1, 'Semgrep OSS')
  source(connection, 2, 'Semgrep OSS', '', 2)
  await migrate()
  expect(rows(connection, 'select deployment_id, tool from scan_source order by id')).toEqual([
    [1, 'Semgrep'],
    [2, 'Semgrep'],
  ])
})

test('a rule of one tool is that of its tool, one that nothing was found by is that of nobody yet', async () => {
  const { connection, migrate } = await before()
  source(connection, 1, 'Semgrep OSS')
  source(connection, 2, 'Semgrep PRO')
  rule(connection, 1, 'xss')
  rule(connection, 2, 'never')
  findings(connection, [
    [1, 1],
    [1, 2],
  ])
  await migrate()
  expect(rules(connection)).toEqual([
    ['xss', 'Semgrep', 'xss'],
    ['never', null, 'never'],
  ])
  expect(rows(connection, 'select change_number from deployment')).toEqual([[5]])
})

test('a rule of several tools becomes a rule of each, with its modes', async () => {
  const { connection, migrate } = await before()
  source(connection, 1, 'ESLint')
  source(connection, 2, 'Semgrep OSS')
  source(connection, 3, 'Semgrep PRO', 'nightly')
  source(connection, 4, 'Third')
  rule(connection, 1, 'no-eval')
  rule(connection, 2, 'other')
  const changed = { deployment_id: 1, mode: 2, last_change_at: 77, last_change_by: 'Ann', version: 4 }
  fill(connection, 'policy_rule', { policy_id: 1, rule_id: 1, ...changed })
  fill(connection, 'policy_rule', { policy_id: 2, rule_id: 1, ...changed, mode: 1 })
  fill(connection, 'policy_rule', { policy_id: 1, rule_id: 2, deployment_id: 1 })
  findings(connection, [
    [1, 1],
    [1, 2],
    [1, 3],
    [1, 4],
    [2, 1],
  ])
  await migrate()
  expect(rules(connection)).toEqual([
    ['no-eval', 'Semgrep', 'no-eval'],
    ['other', 'ESLint', 'other'],
    ['ESLint/no-eval', 'ESLint', 'no-eval'],
    ['Third/no-eval', 'Third', 'no-eval'],
  ])
  expect(rulesOfFindings(connection)).toEqual([
    'ESLint/no-eval',
    'no-eval',
    'no-eval',
    'Third/no-eval',
    'other',
  ])
  const held = `select path, policy_id, mode, last_change_at, last_change_by, version
    from policy_rule join rule on rule.id = rule_id where path like '%no-eval' order by rule_id, policy_id`
  expect(rows(connection, held)).toEqual(
    ['no-eval', 'ESLint/no-eval', 'Third/no-eval'].flatMap((path) => [
      [path, 1, 2, 77, 'Ann', 4],
      [path, 2, 1, 77, 'Ann', 4],
    ]),
  )
  expect(rows(connection, 'select distinct title, cwe_json from rule where tool_rule = path')).toHaveLength(2)
  expect(rows(connection, `select title, cwe_json from rule where path = 'Third/no-eval'`)).toEqual([
    ['Title of no-eval', '["CWE-95"]'],
  ])
  // Answers that browsers keep are no longer right.
  expect(rows(connection, 'select change_number from deployment')).toEqual([[6]])
})

test('of as many findings the tool that was seen first keeps the path', async () => {
  const { connection, migrate } = await before()
  source(connection, 1, 'Second')
  source(connection, 2, 'First')
  rule(connection, 1, 'no-eval')
  findings(connection, [
    [1, 2],
    [1, 1],
  ])
  await migrate()
  expect(rulesOfFindings(connection)).toEqual(['no-eval', 'Second/no-eval'])
})

test('a path that is taken is numbered, and no two rules of a tool are one', async () => {
  const { connection, migrate } = await before()
  source(connection, 1, 'First')
  source(connection, 2, 'Second')
  rule(connection, 1, 'no-eval')
  rule(connection, 2, 'Second/no-eval')
  rule(connection, 3, 'Second/no-eval-2')
  findings(connection, [
    [1, 1],
    [1, 2],
    [2, 2],
    [2, 1],
  ])
  await migrate()
  expect(rules(connection)).toEqual([
    ['no-eval', 'First', 'no-eval'],
    ['Second/no-eval', 'Second', 'Second/no-eval'],
    ['Second/no-eval-2', null, 'Second/no-eval-2'],
    ['Second/no-eval-3', 'Second', 'no-eval'],
    ['First/Second/no-eval', 'First', 'Second/no-eval'],
  ])
  const twice = `insert into rule select 99, deployment_id, 'x' as path, title, message, category, severity, confidence,
    source, url, registry_maintainer, secret_type, has_validators, cwe_json, owasp_json, subcategories_json,
    vulnerability_classes_json, languages_json, technologies_json, rulesets_json, created_at, tool, tool_rule
    from rule where id = 1`
  expect(() => connection.exec(twice)).toThrow(/UNIQUE/)
})

test('one that is cut off leaves the database as it was', async () => {
  const { connection, migrate } = await before()
  source(connection, 1, 'Semgrep OSS')
  source(connection, 2, 'Semgrep')
  fill(connection, 'scan', { id: 1, source_id: 2 })
  connection.exec(
    `create trigger full before update on scan_source begin select raise(abort, 'no room'); end`,
  )
  await expect(migrate()).rejects.toThrow('no room')
  expect(rows(connection, 'select tool from scan_source order by id').flat()).toEqual([
    'Semgrep OSS',
    'Semgrep',
  ])
  expect(rows(connection, 'select source_id from scan')).toEqual([[2]])
  connection.exec('drop trigger full')
  await migrate()
  expect(rows(connection, 'select source_id from scan')).toEqual([[1]])
})
