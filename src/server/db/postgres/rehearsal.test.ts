import { chmod, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, inject, it } from 'vitest'
import { result, semgrep } from '#server/scans/testing/upload.ts'
import { builtProgram, dataFolder, gatehouse, launchCommand, serveFor } from '#server/testing/command-line.ts'
import { newPostgresUrl } from '#server/testing/database.ts'
import { emptyUrl, filledUrl, onPostgres, relationsOf } from '#server/testing/postgres/moved.ts'
import { sendRequest, token } from '#server/testing/stress/promises.ts'
import { compareDatabases } from '../rehearsal/compare-databases.ts'
import { openSource } from './source.ts'

const report = (texts: readonly string[]) =>
  JSON.stringify(semgrep(texts.map((text) => result('rule-one', 'src/a.py', text))))

/** The service of a database into which two reports were imported, and the folder of the reports. */
async function imported() {
  const url = await newPostgresUrl()
  const [reports, temporary] = [await dataFolder(), await dataFolder()]
  const environment = { DATABASE_URL: url, GATEHOUSE_DATA: await dataFolder(), TMPDIR: temporary }
  const served = await serveFor({ ...environment, GATEHOUSE_TOKEN: token })
  for (const [name, texts] of [
    ['first.json', ['call(1)', 'call(2)', 'call(3)']],
    ['second.json', ['call(2)', 'call(3)', 'call(4)']],
  ] as const) {
    await writeFile(join(reports, name), report(texts))
    await sendRequest(served, 'POST', 'scans?project=acme/shop', report(texts))
  }
  return { url, reports, temporary, environment, served }
}

/** A program like this one, which first changes the database that it is started on. */
async function programThat(change: string): Promise<string> {
  const program = join(await dataFolder(), 'gatehouse')
  const connection = new URL('./connection.ts', import.meta.url)
  const script = `import { newClient } from '${connection}'
    const client = newClient(process.env.DATABASE_URL)
    await client.connect()
    await client.query(${JSON.stringify(change)})
    await client.end()`
  await writeFile(`${program}.mts`, script)
  const node = `'${process.execPath}' --disable-warning=ExperimentalWarning`
  await writeFile(program, `#!/bin/sh\n${node} '${program}.mts' && exec ${node} '${builtProgram}' "$@"\n`)
  await chmod(program, 0o700)
  return program
}

const trialDatabases = () =>
  onPostgres(inject('postgresUrl'), "select datname from pg_database where datname like 'gatehouse_trial_%'")

/** What a database contains, as far as a rehearsal could change it. */
const stateOf = (url: string) =>
  onPostgres(
    url,
    'select (select count(*) from finding) as findings, (select count(*) from scan) as scans, (select sum(change_number) from deployment) as changes, (select count(*) from kysely_migration) as migrations',
  )

it('replays the last uploads on the running service and on a copy, and removes the copy', async () => {
  const { url, reports, temporary, environment, served } = await imported()
  const before = await stateOf(url)
  const ended = await gatehouse(['rehearse', '--reports', reports], environment)
  expect(ended).toMatchObject({ status: 0, errors: '' })
  expect(ended.output).toMatch(
    /^Compared 4 decisions, 1 mode and \d+ counts before and after the update: no difference\.\n/,
  )
  expect(ended.output).toContain('Replayed 2 of the last 2 uploads on both versions: no difference.')
  expect(ended.output).toMatch(/This version can be started on the data\.\n$/)
  expect(await served.stop()).toBe(0)
  expect(await stateOf(url)).toEqual(before)
  expect(await readdir(temporary)).toEqual([])
  expect(await trialDatabases()).toEqual([])
})

it('refuses the update where a scan has another result in the other version', async () => {
  const { url, reports, temporary, environment, served } = await imported()
  expect(await served.stop()).toBe(0)
  const before = await stateOf(url)
  const trial = await emptyUrl()
  const other = await programThat('delete from finding where id = 4')
  const ended = await gatehouse(['rehearse', '--reports', reports, '--with', other], {
    ...environment,
    REHEARSE_DATABASE_URL: trial,
  })
  expect(ended).toMatchObject({ status: 1 })
  expect(ended.output).toContain('Replayed 2 of the last 2 uploads on both versions: 2 differences.')
  expect(ended.output).toMatch(/second\.json of acme\/shop: new is 0 instead of 1/)
  expect(ended.errors).toMatch(/^gatehouse: The update would change results\. Do not start this version.*\n$/)
  expect(await stateOf(url)).toEqual(before)
  expect(await relationsOf(trial)).toEqual([])
  expect(await readdir(temporary)).toEqual([])
})

const decisionTables = ['finding', 'finding_event', 'triage_change', 'triage_change_item', 'job']

/** A database with the tables of the first two migrations, and rows. */
async function earlierUrl(): Promise<string> {
  const url = await filledUrl()
  await onPostgres(
    url,
    `drop table rule_text, project_change_item, project_change, project_split, project_alias, rule_rename, scan_scope, finding_mention, finding_comment_version, finding_comment, webhook_delivery, webhook, notification_position, notification_event, sign_in_code, request_window, export_file, gate_verdict, team_group_member, team_group, team_member, team, owner_handle, project_codeowners, owner_rule, person_name, person_role, person;
      alter table policy drop column scope, drop column projects_json, drop column tags_json, drop column deleted_at;
      alter table policy_change drop column kind, drop column detail_json;
      alter table token drop column person_id, drop column projects_json, drop column former_names_json, drop column compatible_answers;
      alter table rule drop column provisional, drop column fixed_json, drop column help;
      alter table session drop column person_id, drop column id_token;
      alter table session alter column token_id set not null;
      alter table sbom_export drop column file_missing;
      drop index scan_of_commit;
      alter table project drop column gate_json;
      alter table dependency drop column first_seen_scan_id, drop column cpes_json;
      drop index ref_of_merge_queue;
      alter table ref drop column expires_at, drop column was_primary, drop column deleted_at, drop column deleted_scan_id;
      alter table finding drop column reopened_at, drop column open_since, drop column resource;
      alter table finding_evidence drop column tokens, drop column other_scheme, drop column other_fingerprint, drop column purl, drop column distribution, drop column part;
      alter table triage_change_item drop column reopened_at;
      ${decisionTables.map((table) => `alter table ${table} drop column ignored_until;`).join('\n')}
      ${['finding', 'triage_change', 'triage_change_item', 'job'].map((table) => `alter table ${table} drop column owner;`).join('\n')}
      ${['finding', 'triage_change_item'].map((table) => `alter table ${table} drop column owner_source;`).join('\n')}
      ${decisionTables.map((table) => `alter table ${table} drop column ignore_ends;`).join('\n')}
      drop index scan_held;
      drop table approval;
      ${['finding', 'triage_change_item'].map((table) => `alter table ${table} drop column approval_id, drop column approval_state, drop column approval_severity;`).join('\n')}
      alter table triage_change drop column approval_id, drop column match_id;
      drop index finding_match_of_other;
      drop index finding_match_open;
      delete from kysely_migration where name not in ('0001-tables', '0002-indexes')`,
  )
  return url
}

it('runs the migrations that a database does not have on the copy alone', async () => {
  const url = await earlierUrl()
  const before = [await relationsOf(url), await stateOf(url)]
  const environment = { DATABASE_URL: url, GATEHOUSE_DATA: await dataFolder() }
  const ended = await gatehouse(['rehearse'], environment)
  expect(ended).toMatchObject({ status: 0, errors: '' })
  expect(ended.output).toMatch(/^Compared 300 decisions, [\d,]+ modes and \d+ counts .*: no difference\.\n/)
  expect([await relationsOf(url), await stateOf(url)]).toEqual(before)
})

it('finds decisions, modes and counts that an update changed', async () => {
  const [before, after] = [await filledUrl(), await filledUrl()]
  await onPostgres(
    after,
    `update finding set triage_comment = 'another', state = state + 1 where id = 7;
      delete from finding where id = 9;
      update policy_rule set mode = mode + 1 where (policy_id, rule_id) = (select policy_id, rule_id from policy_rule order by 1, 2 limit 1);
      delete from audit_event where id = (select min(id) from audit_event);
      update deployment set change_number = change_number - 1`,
  )
  const sources = [await openSource(urlsOf(before)), await openSource(urlsOf(after))] as const
  const { findings, differences, total } = await compareDatabases(...sources)
  for (const source of sources) source.close()
  expect([findings, total]).toEqual([299, 5])
  expect(differences).toEqual([
    expect.stringMatching(/^change \d+ of deployment 1 is missing after the update$/),
    expect.stringMatching(/^finding 7 of deployment 1: state is \d instead of \d, triage_comment differs$/),
    'finding 9 of deployment 1 is missing after the update',
    expect.stringMatching(/^rule \d+ of policy \d+ of deployment 1: mode is \d instead of \d$/),
    expect.stringMatching(/^audit events: \d+ instead of \d+$/),
  ])
})

const urlsOf = (url: string) => ({ url, directUrl: url })

let role = ''
beforeAll(async () => {
  role = `rehearser_${Math.random().toString(36).slice(2)}`
  const url = inject('postgresUrl')
  await onPostgres(url, `create role ${role} login`)
  return async () => {
    await onPostgres(url, `drop owned by ${role}; drop role ${role}`).catch(() => undefined)
  }
})

const as = (name: string, url: string) => {
  const address = new URL(url)
  address.username = name
  return address.href
}

it('needs a database from a role that may not create one', async () => {
  const url = await filledUrl()
  await onPostgres(
    url,
    `grant usage on schema public to ${role}; grant select on all tables in schema public to ${role};
      grant select on all sequences in schema public to ${role}`,
  )
  const environment = { DATABASE_URL: as(role, url), GATEHOUSE_DATA: await dataFolder() }
  const refused = await gatehouse(['rehearse'], environment)
  expect(refused).toMatchObject({ status: 1, output: '' })
  expect(refused.errors).toMatch(
    /^gatehouse: The role rehearser_\w+ may not create a database for the copy\. .*set REHEARSE_DATABASE_URL to it.*\n$/,
  )
  const trial = await emptyUrl()
  await onPostgres(trial, `grant usage, create on schema public to ${role}`)
  // An interrupted rehearsal left a table and its mark.
  await onPostgres(as(role, trial), 'create table gatehouse_trial (); create table deployment (id bigint)')
  const ended = await gatehouse(['rehearse'], { ...environment, REHEARSE_DATABASE_URL: as(role, trial) })
  expect(ended).toMatchObject({ status: 0, errors: '' })
  expect(await relationsOf(trial)).toEqual([])
  const wrong = await gatehouse(['rehearse'], { ...environment, REHEARSE_DATABASE_URL: url })
  expect(wrong.errors).toMatch(/REHEARSE_DATABASE_URL has tables .*Name an empty database\.\n$/)
  expect(wrong.status).toBe(1)
})

it('removes the copy when it is stopped, and what a killed one has left', async () => {
  const url = await filledUrl()
  const environment = { DATABASE_URL: url, GATEHOUSE_DATA: await dataFolder(), TMPDIR: await dataFolder() }
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const child = launchCommand(['rehearse'], environment)
    const ended = new Promise((resolve) => child.on('close', resolve))
    await expect.poll(trialDatabases).toHaveLength(1)
    child.kill(signal)
    await ended
    expect(await trialDatabases()).toHaveLength(signal === 'SIGTERM' ? 0 : 1)
    if (signal === 'SIGTERM') expect(await readdir(environment.TMPDIR)).toEqual([])
  }
  expect(await gatehouse(['rehearse'], environment)).toMatchObject({ status: 0 })
  expect(await trialDatabases()).toEqual([])
})
