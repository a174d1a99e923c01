import { describe, expect, it } from 'vitest'
import { setLockfilesPrimary, setLockfilesScan } from '#server/dependencies/writes.ts'
import { Build } from '#server/findings/testing/build.ts'
import { setFindingsPrimary, updateEachFinding, updateFindings } from '#server/findings/writes.ts'
import { updateRule } from '#server/records/policies/writes.ts'
import { updateProject } from '#server/records/projects/writes.ts'
import { setScanStatus } from '#server/records/scans/writes.ts'
import { rowsOf } from '#server/testing/rows.ts'
import { startTestService } from '#server/testing/service.ts'
import { changeNewDeployment } from './change.ts'
import { changesBetween, logChange } from './log.ts'
import { trimChangeLog } from './trim.ts'

const nothing = { findings: '', lockfiles: '', tables: [], scans: false, events: [] }
const day = 24 * 3600_000

async function started() {
  const service = await startTestService()
  const { services, deployment } = service
  const { read } = services.database
  const rows = () =>
    read
      .selectFrom('change_log')
      .selectAll()
      .where('deployment_id', '=', deployment.id)
      .orderBy('number')
      .orderBy('part')
      .execute()
  const numberNow = async () =>
    (
      await read
        .selectFrom('deployment')
        .select('change_number')
        .where('id', '=', deployment.id)
        .executeTakeFirstOrThrow()
    ).change_number
  const between = (after: number, until: number) => changesBetween(read, deployment.id, after, until)
  return { ...service, build: new Build(service), rows, numberNow, between }
}

describe('the change log', () => {
  it('has one row for each change, with its number, what it wrote and who made it', async () => {
    const { services, deployment, build, rows, numberNow, clock, between } = await started()
    const [one = 0, other = 0] = await build.add({}, {})
    const before = await numberNow()
    await services.change(
      deployment.id,
      'Ann',
      (transaction) => updateFindings(transaction, [other], { line: 9 }),
      { event: 'job.changed', id: '7' },
    )
    expect(await numberNow()).toBe(before + 1)
    const all = await rows()
    expect(all.map(({ number }) => number)).toEqual(Array.from({ length: before + 1 }, (_, at) => at + 1))
    expect(all.at(-1)).toMatchObject({ number: before + 1, actor: 'Ann', at: clock.now })
    const last = await between(before, before + 1)
    expect(last).toMatchObject({ findings: new Set([other]), events: [{ event: 'job.changed', id: '7' }] })
    expect((await between(0, before + 1))?.findings).toEqual(new Set([one, other]))
  })

  it('knows of rows that were deleted', async () => {
    const { services, deployment, build, numberNow, between } = await started()
    const ids = await build.add({}, {}, {})
    const before = await numberNow()
    await services.change(deployment.id, 'Ann', (transaction) =>
      updateFindings(transaction, ids, { line: 4 }),
    )
    expect((await between(before, before + 1))?.findings).toEqual(new Set(ids))
  })

  it('has nothing of a change that failed, of what is recorded, and of another deployment', async () => {
    const { services, deployment, addDeployment, rows, numberNow } = await started()
    const other = await addDeployment('other')
    const before = { number: await numberNow(), rows: await rows() }
    const failed = services.change(deployment.id, 'Ann', async (transaction) => {
      await transaction.updateTable('deployment').set({ name: 'B' }).execute()
      throw new Error('half way')
    })
    await expect(failed).rejects.toThrow('half way')
    await services.change(other, 'Ann', async () => undefined)
    await services.record((transaction) => transaction.deleteFrom('view').execute())
    expect({ number: await numberNow(), rows: await rows() }).toEqual(before)
  })

  it('knows of what was written of every table that is counted', async () => {
    const { services, deployment, build, rows } = await started()
    await build.add({})
    const lockfiles = rowsOf(services.database, deployment.id, 0)
    const project_id = 1
    const lockfile_id = await lockfiles.lockfile({ project_id, ref_id: 1 })
    await lockfiles.dependency({ project_id, lockfile_id })
    await services.change(deployment.id, 'Ann', async (transaction) => {
      await updateEachFinding(transaction, [{ id: 1, changes: {} }])
      await updateProject(transaction, 1, { url: null })
      await setLockfilesScan(transaction, [lockfile_id], 1)
    })
    expect(JSON.parse((await rows()).at(-1)?.changes ?? '')).toEqual({ ...nothing })
    await services.change(deployment.id, 'Ann', async (transaction) => {
      await setFindingsPrimary(transaction, 1, 0, { actor: 'Ann', at: 1 })
      await setLockfilesPrimary(transaction, 1, 0)
      await updateProject(transaction, 1, { tags_json: '["a"]' })
      await updateRule(transaction, 1, { title: 'T' })
      await setScanStatus(transaction, [1], 'SCAN_STATUS_CANCELLED')
    })
    expect(JSON.parse((await rows()).at(-1)?.changes ?? '')).toEqual({
      findings: '1',
      lockfiles: String(lockfile_id),
      tables: ['project', 'rule'],
      scans: true,
      events: [],
    })
  })

  it('can say that everything changed, as it does of a deployment that is written as a whole', async () => {
    const { services, deployment, rows, numberNow, between } = await started()
    const before = await numberNow()
    await services.change(deployment.id, 'Ann', async ({ changed }) => changed.everything())
    expect(JSON.parse((await rows()).at(-1)?.changes ?? '')).toMatchObject({ all: true })
    expect(await between(before, before + 1)).toBeNull()
    const at = { at: 5, actor: 'Gatehouse' }
    const { deploymentId } = await changeNewDeployment(services.database, at, (transaction) =>
      transaction
        .insertInto('deployment')
        .values({
          id: transaction.deploymentId,
          slug: 'new',
          name: 'New',
          demo: 0,
          change_number: 0,
          secret_salt: 's',
          created_at: 5,
        })
        .returning('id as deploymentId')
        .executeTakeFirstOrThrow(),
    )
    expect(
      await services.database.read
        .selectFrom('change_log')
        .select(['number', 'at', 'actor'])
        .where('deployment_id', '=', deploymentId)
        .execute(),
    ).toEqual([{ number: 1, ...at }])
  })

  it('stores a long change in several rows', async () => {
    const { services, deployment, rows, between } = await started()
    // No two of them follow each other.
    const findings = Array.from({ length: 600_000 }, (_, at) => 3 * at + 1)
    const changes = { findings, lockfiles: [], tables: [], scans: false, all: false }
    await services.record((transaction) =>
      logChange(
        transaction,
        { deploymentId: deployment.id, number: 1, at: services.now(), actor: 'Ann' },
        changes,
        [],
      ),
    )
    expect((await rows()).map(({ part }) => part)).toEqual([0, 1])
    expect((await between(0, 1))?.findings.size).toBe(600_000)
  })

  it('says so where changes are missing or too many', async () => {
    const { services, deployment, between } = await started()
    for (let change = 0; change < 3; change++)
      await services.change(deployment.id, 'Ann', async () => undefined)
    expect(await between(0, 3)).not.toBeNull()
    expect(await between(0, 4)).toBeNull()
    expect(await between(0, 1_000_000)).toBeNull()
    await services.record((transaction) =>
      transaction.deleteFrom('change_log').where('number', '=', 2).execute(),
    )
    expect(await between(0, 3)).toBeNull()
    expect(await between(2, 3)).not.toBeNull()
  })
})

describe('trimming', () => {
  it('keeps changes for 30 days', async () => {
    const { services, deployment, clock, rows } = await started()
    const change = () => services.change(deployment.id, 'Ann', async () => undefined)
    await change()
    await change()
    clock.now += 20 * day
    await change()
    clock.now += 11 * day
    await trimChangeLog(services.database, clock.now, services.stopping)
    expect((await rows()).map(({ number }) => number)).toEqual([3])
    clock.now += 60 * day
    await trimChangeLog(services.database, clock.now, services.stopping)
    expect(await rows()).toEqual([])
  })

  it('keeps the newest changes, and deletes a few in each write', async () => {
    const { services, deployment, clock, rows } = await started()
    for (let change = 0; change < 9; change++)
      await services.change(deployment.id, 'Ann', async () => undefined)
    const bounds = { maxChanges: 4, maxAge: 30 * day, batchSize: 2 }
    await trimChangeLog(services.database, clock.now, services.stopping, bounds)
    expect((await rows()).map(({ number }) => number)).toEqual([6, 7, 8, 9])
  })
})
