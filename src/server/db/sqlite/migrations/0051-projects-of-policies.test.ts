import { expect, test } from 'vitest'
import { policyModes } from '#server/db/codes.ts'
import { modeOfLevel, readEffectiveModes } from '#server/records/policies/effective-modes.ts'
import { filledBefore } from '../testing/filled-before.ts'

const strictest = ['MODE_DISABLED', 'MODE_MONITOR', 'MODE_COMMENT', 'MODE_BLOCK']

/** What the gate did before: the strictest mode of any policy. */
const strictestOf = (modes: readonly number[]) =>
  strictest[Math.max(...modes.map((mode) => strictest.indexOf(policyModes[mode] ?? '')))]

test('every effective mode is what it was', async () => {
  const { connection, query, migrate } = await filledBefore('0051-projects-of-policies')
  const deployment = Number(connection.prepare('select min(deployment_id) as id from policy').get()?.['id'])
  connection
    .prepare(
      "insert into policy (deployment_id, id, name, slug, product_type, is_default) values (?, 900, 'Strict', 'strict', 0, 0)",
    )
    .run(deployment)
  const rules = connection.prepare('select id from rule where deployment_id = ? order by id').all(deployment)
  expect(rules.length).toBeGreaterThan(4)
  const add = connection.prepare(
    'insert into policy_rule (deployment_id, policy_id, rule_id, mode, version) values (?, 900, ?, ?, 1)',
  )
  for (const [at, { id }] of rules.entries()) if (at % 5 !== 4) add.run(deployment, id ?? null, at % 4)
  const before = new Map<number, number[]>()
  const held = connection
    .prepare('select rule_id, mode from policy_rule where deployment_id = ?')
    .all(deployment)
  for (const { rule_id, mode } of held)
    before.set(Number(rule_id), [...(before.get(Number(rule_id)) ?? []), Number(mode)])
  await migrate()
  const modes = await readEffectiveModes(query, deployment)
  const projects = connection.prepare('select id from project where deployment_id = ?').all(deployment)
  expect(projects.length).toBeGreaterThan(1)
  for (const project of projects) {
    for (const [rule, held] of before)
      expect(modeOfLevel(modes.levelOf(Number(project['id']), rule))).toBe(strictestOf(held))
  }
})
