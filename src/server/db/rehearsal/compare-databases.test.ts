import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { filledFolder } from '../../testing/filled-folder.ts'
import { openSnapshot } from '../readers.ts'
import { openFile } from '../sqlite/testing/connection.ts'
import { compareDatabases } from './compare-databases.ts'

/** What differs once a copy of a filled database is changed. */
async function differencesAfter(...changes: string[]) {
  const { folder } = await filledFolder(async (rows, { project_id, ref_id }) => {
    const rule_id = await rows.rule()
    await rows.policyRule({ policy_id: 1, rule_id, mode: 1 })
    for (let at = 0; at < 30; at++) await rows.finding({ project_id, ref_id, rule_id })
  })
  const [before, after] = [join(folder, 'gatehouse.db'), join(folder, 'after.db')]
  copyFileSync(before, after)
  const connection = openFile(after)
  connection.exec('pragma foreign_keys = off')
  for (const change of changes) connection.exec(change)
  connection.close()
  const [one, other] = [await opened(before), await opened(after)]
  return compareDatabases(one, other)
}

async function opened(file: string) {
  const snapshot = await openSnapshot({ engine: 'sqlite', file })
  onTestFinished(() => snapshot.close())
  return snapshot
}

it('finds no difference in equal databases, and counts what it compared', async () => {
  const same = await differencesAfter()
  expect(same).toMatchObject({ findings: 30, differences: [], total: 0 })
  expect(same.counts).toBeGreaterThan(5)
})

it('names the columns of a decision that changed', async () => {
  expect(
    await differencesAfter(`update finding set triage_state = 2, triaged_by = 'Ann' where id = 7`),
  ).toMatchObject({
    findings: 30,
    differences: ['finding 7 of deployment 1: triage_state is 2 instead of 0, triaged_by differs'],
    total: 1,
  })
})

it('finds findings that are missing, new, or not shown any more', async () => {
  expect(await differencesAfter('delete from finding where id in (3, 30)')).toMatchObject({
    findings: 28,
    differences: [
      'finding 3 of deployment 1 is missing after the update',
      'finding 30 of deployment 1 is missing after the update',
    ],
  })
  expect(await differencesAfter('update finding set id = 99 where id = 5')).toMatchObject({
    differences: [
      'finding 5 of deployment 1 is missing after the update',
      'finding 99 of deployment 1 exists only after the update',
    ],
  })
  const hidden = await differencesAfter('delete from ref')
  expect(hidden).toMatchObject({ findings: 0, total: 31 })
  expect(hidden.differences).toHaveLength(20)
})

it('finds counts that changed, and changes that were lost', async () => {
  const changed = await differencesAfter(
    'update deployment set change_number = change_number - 1',
    `insert into audit_event (at, actor, action) values (1, 'Ann', 'token.created')`,
  )
  expect(changed.differences).toEqual([
    expect.stringMatching(/^change \d+ of deployment 1 is missing after the update$/),
    'audit events: 1 instead of 0',
  ])
})

it('takes further changes of the update itself for no difference', async () => {
  expect(await differencesAfter('update deployment set change_number = change_number + 1')).toMatchObject({
    total: 0,
  })
})

it('finds modes that changed', async () => {
  expect(await differencesAfter('update policy_rule set mode = 2')).toMatchObject({
    modes: 1,
    differences: ['rule 1 of policy 1 of deployment 1: mode is 2 instead of 1'],
    total: 1,
  })
})
