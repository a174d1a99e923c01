import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { listDependencies } from '#contract/operations/dependencies.ts'
import { listFindings } from '#contract/operations/findings.ts'
import { deleteProject } from '#contract/operations/projects.ts'
import { triage } from '#contract/operations/triage.ts'
import { ColumnStores } from '#server/columns/column-stores.ts'
import { statuses, toCode } from '#server/db/codes.ts'
import { schemaVersion } from '#server/db/engine.ts'
import { loadDependencies } from '#server/dependencies/columns/dependencies-kind.ts'
import { reportChange } from '#server/testing/changing.ts'
import { rowsOf } from '#server/testing/rows.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { countFindings } from '../list/totals.ts'
import { withSnapshot } from '../snapshot.ts'
import { Build } from '../testing/build.ts'
import { readPlainFindings, selectPlainly } from '../testing/plain-findings.ts'
import { addVariety } from '../testing/variety.ts'
import { findingsKind } from './findings-kind.ts'

/** A service on disk with findings of two types, and the folder of its column files. */
async function onDisk() {
  const service = await startTestService({ onDisk: true })
  const build = new Build(service)
  await addVariety(build, 'sast', 150)
  await addVariety(build, 'sca', 100)
  return { service, build, folder: join(service.services.config.dataFolder, 'columns') }
}

/** Column stores as a start after the present state of the files would have them. */
function restart({ services }: TestService, folder: string | null) {
  const errors: object[] = []
  const log = { error: (details: object) => errors.push(details) }
  const stores = new ColumnStores({ database: services.database, folder, schema: schemaVersion, log })
  onTestFinished(async () => {
    await stores.stop()
    expect(errors).toEqual([])
  })
  return stores
}

/** Compares totals with plain conditions over the rows of the tables. */
async function compare({ services, deployment }: TestService, stores: ColumnStores) {
  for (const type of ['sast', 'sca', 'secrets'] as const) {
    const rows = await readPlainFindings(services.database.read, deployment.id, type)
    for (const filter of [{}, { dedup: true }, { status: ['ignored' as const] }, { q: 'src' }]) {
      const total = await withSnapshot(stores, deployment.id, (view) =>
        countFindings(view, deployment.id, { issue_type: type, ...filter }),
      )
      expect([type, filter, total]).toEqual([type, filter, selectPlainly(rows, filter).length])
    }
  }
}

/** Writes the files as a service that stops does. */
async function writeFiles(service: TestService, folder: string) {
  const stores = restart(service, folder)
  await compare(service, stores)
  await stores.stop()
}

const ignore = (service: TestService, severity: string) =>
  service.call(triage, {
    body: { issue_type: 'sast', severities: [severity], new_triage_state: 'ignored' },
  })

it('a stop writes a file, and later starts read it and apply what the change log says since', async () => {
  const { service, build, folder } = await onDisk()
  await writeFiles(service, folder)
  const file = join(folder, `findings-${service.deployment.id}`)
  const { mtimeMs } = await stat(file)

  // As after a kill: the file is older than the database.
  await ignore(service, 'high')
  await build.add({ key: 'new', type: 'sca' }, { key: 'secret', type: 'secrets' })
  const next = restart(service, folder)
  await compare(service, next)
  expect((await stat(file)).mtimeMs).toBe(mtimeMs)

  // A clean stop writes it again.
  await next.stop()
  expect((await stat(file)).mtimeMs).toBeGreaterThan(mtimeMs)
  await ignore(service, 'low')
  await compare(service, restart(service, folder))
})

it('a large deployment is read in a thread, which writes the file', async () => {
  const { service, build, folder } = await onDisk()
  await build.add(...Array.from({ length: 10_000 }, (_, at) => ({ key: `large${at}` })))
  const stores = restart(service, folder)
  await compare(service, stores)
  expect(await readdir(folder)).toContain(`findings-${service.deployment.id}`)
  await ignore(service, 'high')
  await compare(service, stores)
})

it('gives up what was not used for longest where memory is short, and loads it again', async () => {
  const { service, folder } = await onDisk()
  const { id: first } = service.deployment
  const second = await service.addDeployment('second')
  const { services } = service
  const count = (stores: ColumnStores, deploymentId: number) =>
    withSnapshot(stores, deploymentId, (view) => countFindings(view, deploymentId, { issue_type: 'sast' }))
  const all = restart(service, folder)
  const total = await count(all, first)
  await count(all, second)
  await all.stop()

  const log = { error: () => undefined }
  const options = { database: services.database, folder, schema: schemaVersion, log, maxBytes: 1 }
  const small = new ColumnStores(options)
  onTestFinished(() => small.stop())
  expect(await count(small, first)).toBe(total)
  const ofFirst = small.bytes
  expect(ofFirst).toBeGreaterThan(1000)
  expect(await count(small, second)).toBe(0)
  expect(small.bytes).toBeLessThan(ofFirst)
  await ignore(service, 'high')
  expect(await count(small, first)).toBe(total)
  expect(small.bytes).toBeGreaterThanOrEqual(ofFirst)
})

it('keeps columns beside others that are as large, whatever is kept in any case', async () => {
  const { service, folder } = await onDisk()
  const { id: first } = service.deployment
  const second = await service.addDeployment('second')
  const log = { error: () => undefined }
  const { database } = service.services
  const stores = new ColumnStores({ database, folder, schema: schemaVersion, log, keptBytes: 1 })
  onTestFinished(() => stores.stop())
  const count = (deploymentId: number) =>
    withSnapshot(stores, deploymentId, (view) => countFindings(view, deploymentId, { issue_type: 'sast' }))
  await count(first)
  const ofFirst = stores.bytes
  expect(stores.maxBytes).toBe(4 * ofFirst)
  await count(second)
  expect(stores.bytes).toBeGreaterThanOrEqual(ofFirst)
})

it('a file that is damaged, cut off, or of another version or database is not read', async () => {
  const { service, folder } = await onDisk()
  await writeFiles(service, folder)
  const file = join(folder, `findings-${service.deployment.id}`)
  const whole = await readFile(file)
  const damaged = Buffer.from(whole)
  damaged[100] = (damaged[100] ?? 0) ^ 0xff
  for (const content of [damaged, whole.subarray(0, 5000), Buffer.from(''), Buffer.from('no columns')]) {
    await writeFile(file, content)
    await compare(service, restart(service, folder))
  }
  const other = await onDisk()
  await writeFile(file, whole)
  await compare(other.service, restart(other.service, folder))
})

it('a file that is ahead of the database, as after a restore, is not read', async () => {
  const { service, folder } = await onDisk()
  const { services, deployment } = service
  const first = restart(service, folder)
  await compare(service, first)
  await ignore(service, 'high')
  await compare(service, first)
  await first.stop()
  await services.record((transaction) =>
    transaction.updateTable('deployment').set({ change_number: 1 }).where('id', '=', deployment.id).execute(),
  )
  await compare(service, restart(service, folder))
  expect(await readdir(folder)).not.toContain(`findings-${deployment.id}`)
})

it('a start removes files of older versions, unfinished ones, and those that are ahead', async () => {
  const { service, folder } = await onDisk()
  await writeFiles(service, folder)
  for (const name of ['findings', 'lockfiles', 'manifest.json', 'findings-1.new'])
    await writeFile(join(folder, name), 'old texts')
  const { id } = service.deployment
  const stores = restart(service, folder)
  expect(await stores.reviewFiles()).toEqual([])
  expect(await readdir(folder)).toEqual([`findings-${id}`])
  await service.services.record((transaction) =>
    transaction.updateTable('deployment').set({ change_number: 1 }).where('id', '=', id).execute(),
  )
  await stores.reviewFiles()
  expect(await readdir(folder)).toEqual([])
})

it('changes that the log no longer has are read from the rows', async () => {
  const { service, folder } = await onDisk()
  await compare(service, service.services.columns)
  await ignore(service, 'high')
  await service.services.record((transaction) => transaction.deleteFrom('change_log').execute())
  await compare(service, service.services.columns)
  await compare(service, restart(service, folder))
})

it('a read in a change sees what was before it, and never half of a change', async () => {
  const { service } = await onDisk()
  const { services, deployment } = service
  await services.columns.prepare(findingsKind, deployment.id)
  const totals = new Set<number>()
  const read = async () =>
    totals.add(
      await withSnapshot(services.columns, deployment.id, (view) => countFindings(view, deployment.id, {})),
    )
  await read()
  const [before = 0] = totals
  await services.change(deployment.id, 'Tess Ter', async (transaction, run) => {
    const inside = await services.columns.readBeforeChange(
      findingsKind,
      deployment.id,
      run.reader,
      async (columns) => columns.table('sast').length,
    )
    expect(inside).toBeGreaterThanOrEqual(before)
    const rows = await transaction
      .updateTable('finding')
      .set({ removed: 1 })
      .where('type', '=', 0)
      .returning('id')
      .execute()
    transaction.changed.findings(rows.map(({ id }) => id))
    await read()
  })
  await read()
  expect([...totals]).toEqual([before, 0])
})

it('readers at once, while others write, each see one moment', async () => {
  const { service } = await onDisk()
  const { services, deployment } = service
  const reading = Array.from({ length: 24 }, async (_, turn) => {
    if (turn % 3 === 0)
      await service.call(triage, {
        body: { issue_type: 'sast', issue_ids: [turn + 1, turn + 2], new_triage_state: 'ignored' },
      })
    const { body } = await service.call(listFindings, { query: { status: 'ignored', page_size: 100 } })
    return withSnapshot(services.columns, deployment.id, async (view) => {
      const total = await countFindings(view, deployment.id, { status: ['ignored'] })
      const { count } = await view.reader
        .selectFrom('finding')
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('type', '=', 0)
        .where('status', '=', toCode(statuses, 'ignored'))
        .where('removed', '=', 0)
        .executeTakeFirstOrThrow()
      expect(body).toBeDefined()
      return total - count
    })
  })
  expect(new Set(await Promise.all(reading))).toEqual(new Set([0]))
})

it('deleting a project leaves nothing of it in the files', async () => {
  const { service, folder } = await onDisk()
  const rows = rowsOf(service.services.database, service.deployment.id, service.clock.now)
  const project_id = await rows.project({ name: 'acme/gone' })
  const ref_id = await rows.ref({ project_id })
  await rows.finding({ project_id, ref_id, rule_id: 1, path: 'src/only-in-the-deleted-one.ts' })
  await rows.dependency({
    project_id,
    lockfile_id: await rows.lockfile({ project_id, ref_id }),
    name: 'only-in-the-deleted-one',
  })
  await reportChange(service.services.database, service.deployment.id, (changed) => changed.everything())
  await writeFiles(service, folder)
  const first = restart(service, folder)
  await loadDependencies(first, service.deployment.id)
  await first.stop()
  const { columns } = service.services
  await service.call(listFindings)
  await service.call(listDependencies, { body: {} })
  const contents = async () => {
    const names = (await readdir(folder)).filter((name) => !name.endsWith('.new'))
    return Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))
  }
  expect((await contents()).filter((text) => text.includes('only-in-the-deleted-one'))).toHaveLength(2)
  await service.call(deleteProject, { path: { projectName: 'acme/gone' } })
  await columns.stop()
  const left = await contents()
  expect(left.filter((text) => text.includes('only-in-the-deleted-one'))).toEqual([])
  await compare(service, restart(service, folder))
})
