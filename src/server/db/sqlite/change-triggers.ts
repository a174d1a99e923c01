import type { DatabaseSync } from 'node:sqlite'
import type { Changes } from '../database.ts'

/** Of each table that findings or scans are counted by, the columns that matter; a new row matters whole. */
const watched = {
  project: 'name, tags_json',
  ref: 'name',
  rule: 'path, title, message',
  policy_rule: 'mode',
  category_set: 'categories_json',
  scan: 'project_id, ref_id, kind, status, started_at, total_time, enabled_products_json',
} as const

/** Notes what this connection writes, in tables that only it sees and that roll back with the write. */
export function watchChanges(connection: DatabaseSync): void {
  const finding = (row: string) => `begin insert or ignore into temp.changed_finding values (${row}.id); end`
  const lockfile = (id: string) => `begin insert or ignore into temp.changed_lockfile values (${id}); end`
  connection.exec(`
    create temp table changed_finding (id integer primary key);
    create temp trigger finding_inserted after insert on main.finding ${finding('new')};
    create temp trigger finding_updated after update on main.finding ${finding('new')};
    create temp trigger finding_deleted after delete on main.finding ${finding('old')};
    create temp table changed_lockfile (id integer primary key);
    create temp trigger dependency_inserted after insert on main.dependency ${lockfile('new.lockfile_id')};
    create temp trigger dependency_updated after update on main.dependency ${lockfile('new.lockfile_id')};
    create temp trigger dependency_deleted after delete on main.dependency ${lockfile('old.lockfile_id')};
    create temp trigger lockfile_updated after update of path on main.lockfile ${lockfile('new.id')};
    create temp table changed_table (name text primary key) without rowid;
  `)
  for (const [name, columns] of Object.entries(watched)) {
    const note = `begin insert or ignore into temp.changed_table values ('${name}'); end`
    connection.exec(`
      create temp trigger ${name}_inserted after insert on main.${name} ${note};
      create temp trigger ${name}_updated after update of ${columns} on main.${name} ${note};
      create temp trigger ${name}_deleted after delete on main.${name} ${note};
    `)
  }
}

/** A list comes as one text: an object for each row takes ten times as long. */
// parse: lists of our own ids and names.
const listIn = <T>(text: unknown) => JSON.parse(String(text)) as T[]

/** Whether findings or lockfiles are noted that were not taken yet. */
export function hasChanges(connection: DatabaseSync): boolean {
  const row = connection
    .prepare(
      'select exists (select 1 from temp.changed_finding) or exists (select 1 from temp.changed_lockfile) as noted',
    )
    .get()
  return row?.['noted'] === 1
}

/** What is noted since it was last taken. */
function changesSoFar(connection: DatabaseSync): Changes {
  const noted = connection
    .prepare(
      `select (select json_group_array(id) from temp.changed_finding) as findings,
        (select json_group_array(id) from temp.changed_lockfile) as lockfiles,
        (select json_group_array(name) from temp.changed_table) as tables`,
    )
    .get()
  const names = listIn<string>(noted?.['tables'])
  return {
    findings: listIn<number>(noted?.['findings']),
    lockfiles: listIn<number>(noted?.['lockfiles']),
    tables: names.filter((name) => name !== 'scan'),
    scans: names.includes('scan'),
    all: false,
  }
}

/** Takes what is noted, so that it is not reported again. */
export function takeChanges(connection: DatabaseSync): Changes {
  const changes = changesSoFar(connection)
  const { findings, lockfiles, tables, scans } = changes
  if (findings.length > 0) connection.exec('delete from temp.changed_finding')
  if (lockfiles.length > 0) connection.exec('delete from temp.changed_lockfile')
  if (tables.length > 0 || scans) connection.exec('delete from temp.changed_table')
  return changes
}
