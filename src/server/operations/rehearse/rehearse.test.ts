import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createWebhook, testWebhook } from '#contract/operations/webhooks.ts'
import { openDatabase } from '#server/db/engine.ts'
import { connectionOf } from '#server/db/sqlite/testing/connection.ts'
import { startReceiver } from '#server/notifications/testing/receiver.ts'
import { result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { builtProgram, dataFolder, gatehouse, serveFor } from '#server/testing/command-line.ts'
import { filledFolder } from '#server/testing/filled-folder.ts'
import { startTestService } from '#server/testing/service.ts'

const report = (texts: readonly string[]) =>
  JSON.stringify(semgrep(texts.map((text) => result('rule-one', 'src/a.py', text))))

/** A data folder into which two reports were imported, and the folder of the reports. */
async function imported(options: Parameters<typeof startTestService>[0] = {}) {
  const service = await startTestService({ onDisk: true, ...options })
  const [folder, reports, temporary] = [
    service.services.config.dataFolder,
    await dataFolder(),
    await dataFolder(),
  ]
  for (const [name, texts] of [
    ['first.json', ['call(1)', 'call(2)', 'call(3)']],
    ['second.json', ['call(2)', 'call(3)', 'call(4)']],
  ] as const) {
    await writeFile(join(reports, name), report(texts))
    expect((await upload(service, report(texts))).status).toBe(201)
  }
  await writeFile(join(reports, 'other.json'), report(['call(9)']))
  return { service, folder, reports, temporary, environment: { GATEHOUSE_DATA: folder, TMPDIR: temporary } }
}

/** A program like this one, which first changes the database of the folder it is started on. */
async function programThat(change: string, environment: Record<string, string> = {}): Promise<string> {
  const program = join(await dataFolder(), 'gatehouse')
  const script = `const { DatabaseSync } = require('node:sqlite')
    const connection = new DatabaseSync(process.env.GATEHOUSE_DATA + '/gatehouse.db')
    connection.exec(process.argv[1])
    connection.close()`
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value} `)
  await writeFile(`${program}.cjs`, script.replace('process.argv[1]', JSON.stringify(change)))
  const node = `'${process.execPath}' --disable-warning=ExperimentalWarning`
  await writeFile(
    program,
    `#!/bin/sh\n${node} '${program}.cjs' && exec env ${variables.join('')}${node} '${builtProgram}' "$@"\n`,
  )
  await chmod(program, 0o700)
  return program
}

describe('gatehouse rehearse', () => {
  it('compares every decision, mode and count, and changes nothing', async () => {
    const { folder } = await filledFolder(async (rows, { project_id, ref_id }) => {
      const rule_id = await rows.rule()
      for (let at = 0; at < 40; at++) await rows.finding({ project_id, ref_id, rule_id })
    })
    const before = (await readdir(folder)).toSorted()
    const ended = await gatehouse(['rehearse'], { GATEHOUSE_DATA: folder })
    expect(ended).toMatchObject({ status: 0, errors: '' })
    expect(ended.output).toMatch(
      /^Compared 40 decisions, 0 modes and \d+ counts before and after the update: no difference\.\n/,
    )
    expect(ended.output).toContain('Replayed none of the last 0 uploads: name the folder of their reports')
    expect(ended.output).toMatch(/This version can be started on the data\.\n$/)
    // Reading a database that nobody uses leaves its empty log.
    expect((await readdir(folder)).filter((name) => !/-(wal|shm)$/.test(name)).toSorted()).toEqual(before)
  })

  it('replays the reports of the last uploads on the running service and on this version', async () => {
    const { folder, reports, temporary, environment } = await imported()
    const served = await serveFor({ GATEHOUSE_DATA: folder })
    const ended = await gatehouse(['rehearse', '--reports', reports], environment)
    expect(ended).toMatchObject({ status: 0, errors: '' })
    expect(ended.output).toContain('Replayed 2 of the last 2 uploads on both versions: no difference.')
    const last = await gatehouse(['rehearse', '--reports', reports, '--scans', '1'], environment)
    expect(last.output).toContain('Replayed 1 of the last 1 upload on both versions: no difference.')
    expect(await served.stop()).toBe(0)
    const database = await openDatabase(join(folder, 'gatehouse.db'))
    expect(connectionOf(database).prepare('select count(*) as scans from scan').get()).toEqual({ scans: 2 })
    await database.close()
    expect(await readdir(temporary)).toEqual([])
  })

  it('refuses the update where a scan has another result in the other version', async () => {
    const { reports, temporary, environment } = await imported()
    const other = await programThat('delete from finding where id = 4')
    const ended = await gatehouse(['rehearse', '--reports', reports, '--with', other], environment)
    expect(ended).toMatchObject({ status: 1 })
    expect(ended.output).toContain('Replayed 2 of the last 2 uploads on both versions: 2 differences.')
    expect(ended.output).toMatch(/first\.json of acme\/shop: fixed is 1 instead of 0/)
    expect(ended.output).toMatch(
      /second\.json of acme\/shop: new is 0 instead of 1, .*unchanged is 3 instead of 2/,
    )
    expect(ended.output).not.toContain('can be started')
    expect(ended.errors).toMatch(
      /^gatehouse: The update would change results\. Do not start this version.*\n$/,
    )
    expect(await readdir(temporary)).toEqual([])
  })

  it('refuses an update that changes decisions, without showing the texts of people', async () => {
    const folder = await dataFolder()
    const before = new URL('../../db/sqlite/migrations/fixtures/secrets-before.db.gz', import.meta.url)
    await writeFile(join(folder, 'gatehouse.db'), gunzipSync(await readFile(before)))
    const ended = await gatehouse(['rehearse'], { GATEHOUSE_DATA: folder })
    expect(ended).toMatchObject({ status: 1, errors: expect.stringContaining('would change results') })
    expect(ended.output).toMatch(/^Compared 9 decisions, .* before and after the update: 12 differences\.\n/)
    expect(ended.output).toContain('  finding 2 of deployment 1: triage_comment differs\n')
    expect(ended.output).not.toContain('Zx7mQ')
    const backup = join(await dataFolder(), 'old.tar')
    expect(await gatehouse(['backup', backup], { GATEHOUSE_DATA: folder })).toMatchObject({ status: 0 })
    expect(await gatehouse(['backup', '--verify', backup])).toMatchObject({ status: 0 })
  })

  it('starts the other version on a copy', async () => {
    const { reports, environment } = await imported()
    const same = await programThat('select 1')
    const ended = await gatehouse(['rehearse', '--reports', reports, '--with', same], environment)
    expect(ended).toMatchObject({ status: 0, errors: '' })
    expect(ended.output).toContain('Replayed 2 of the last 2 uploads on both versions: no difference.')
  })

  it('sends no message from a copy on which the other version is started', async () => {
    const { service, reports, environment } = await imported({ config: { webhookAddresses: ['127.0.0.1'] } })
    const receiver = await startReceiver()
    const { body } = await service.call(createWebhook, {
      body: { name: 'Hook', url: receiver.url, events: ['finding.new'] },
    })
    await service.services.jobs.stop()
    // The clock of the command, which would delete an older message unsent.
    service.clock.now = Date.now()
    await service.call(testWebhook, { path: { id: body.webhook.id } })
    const other = await programThat('select 1', { GATEHOUSE_WEBHOOK_ADDRESSES: '127.0.0.1' })
    const ended = await gatehouse(['rehearse', '--reports', reports, '--with', other], environment)
    expect(ended).toMatchObject({ status: 0, errors: '' })
    expect(receiver.received).toEqual([])
  })

  it('says which uploads were not replayed, and why', async () => {
    const { reports, temporary, environment } = await imported()
    const alone = await gatehouse(['rehearse', '--reports', reports], environment)
    expect(alone).toMatchObject({ status: 0 })
    expect(alone.output).toContain('Replayed none of the last 2 uploads: no service runs on the data')
    await mkdir(join(temporary, 'foreign'))
    await writeFile(join(temporary, 'foreign', 'other.json'), report(['call(9)']))
    const foreign = await gatehouse(['rehearse', '--reports', join(temporary, 'foreign')], environment)
    expect(foreign.output).toContain('no file in the folder of --reports has the checksum of one')
    const same = await programThat('select 1')
    await writeFile(join(reports, 'second.json'), report(['changed']))
    const some = await gatehouse(['rehearse', '--reports', reports, '--with', same], environment)
    expect(some.output).toContain('Replayed 1 of the last 2 uploads on both versions: no difference.')
    expect(some.output).toContain('1 upload not replayed: no file has the checksum.')
  })

  it('stops with one line where it cannot be done', async () => {
    const { folder, reports, temporary, environment } = await imported()
    const none = join(await dataFolder(), 'none')
    for (const [words, status, line] of [
      [['--with', '/usr/bin/true'], 2, /--with replays scans, so it needs --reports/],
      [['--scans', '0'], 2, /--scans is "0", but must be a number from 1 to 10000/],
      [['--reports', none], 1, /none cannot be read: no such file/],
      [['--reports', reports, '--with', none], 1, /none could not be started on a copy of the data/],
      [['--reports', reports, '--with', '/bin/true'], 1, /true could not be started on a copy of the data/],
    ] as const) {
      const ended = await gatehouse(['rehearse', ...words], environment)
      expect(ended).toMatchObject({ status, errors: expect.stringMatching(line) })
      expect(ended.errors.trimEnd()).not.toContain('\n')
    }
    const empty = await gatehouse(['rehearse'], { ...environment, GATEHOUSE_DATA: none })
    expect(empty).toMatchObject({ status: 1, errors: expect.stringMatching(/There is no database in/) })
    expect(await readdir(temporary)).toEqual([])
    expect(await readdir(folder)).not.toContain('backup.partial')
  })
})
