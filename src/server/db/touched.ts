import type { DatabaseSync } from 'node:sqlite'

/** The rows that a write inserted, changed or deleted. */
export interface Touched {
  /** Ids of findings. */
  findings: readonly number[]
  /** Ids of lockfiles whose dependencies, or which themselves, were written. */
  lockfiles: readonly number[]
  /** Names of other tables that findings are counted by: project, rule, policy_rule, category_set, ref. */
  tables: readonly string[]
  /** Whether a scan was: what scans are counted and listed by. */
  scans: boolean
}

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
export function watchWrites(connection: DatabaseSync): void {
  const finding = (row: string) => `begin insert or ignore into temp.touched_finding values (${row}.id); end`
  const lockfile = (id: string) => `begin insert or ignore into temp.touched_lockfile values (${id}); end`
  connection.exec(`
    create temp table touched_finding (id integer primary key);
    create temp trigger finding_inserted after insert on main.finding ${finding('new')};
    create temp trigger finding_updated after update on main.finding ${finding('new')};
    create temp trigger finding_deleted after delete on main.finding ${finding('old')};
    create temp table touched_lockfile (id integer primary key);
    create temp trigger dependency_inserted after insert on main.dependency ${lockfile('new.lockfile_id')};
    create temp trigger dependency_updated after update on main.dependency ${lockfile('new.lockfile_id')};
    create temp trigger dependency_deleted after delete on main.dependency ${lockfile('old.lockfile_id')};
    create temp trigger lockfile_updated after update of path on main.lockfile ${lockfile('new.id')};
    create temp table touched_table (name text primary key) without rowid;
  `)
  for (const [name, columns] of Object.entries(watched)) {
    const note = `begin insert or ignore into temp.touched_table values ('${name}'); end`
    connection.exec(`
      create temp trigger ${name}_inserted after insert on main.${name} ${note};
      create temp trigger ${name}_updated after update of ${columns} on main.${name} ${note};
      create temp trigger ${name}_deleted after delete on main.${name} ${note};
    `)
  }
}

/** The findings noted since what is noted was last taken. */
export function touchedFindings(connection: DatabaseSync): number[] {
  const row = connection.prepare('select json_group_array(id) as list from temp.touched_finding').get()
  return listIn<number>(row?.['list'])
}

/** A list comes as one text: an object for each row takes ten times as long. */
// parse: lists of our own ids and names.
const listIn = <T>(text: unknown) => JSON.parse(String(text)) as T[]

/** Whether findings or lockfiles are noted that nobody took yet. */
export function isTouched(connection: DatabaseSync): boolean {
  const row = connection
    .prepare(
      'select exists (select 1 from temp.touched_finding) or exists (select 1 from temp.touched_lockfile) as noted',
    )
    .get()
  return row?.['noted'] === 1
}

/** Takes what is noted, so that it is not told again. */
export function takeTouched(connection: DatabaseSync): Touched {
  const noted = connection
    .prepare(
      `select (select json_group_array(id) from temp.touched_finding) as findings,
        (select json_group_array(id) from temp.touched_lockfile) as lockfiles,
        (select json_group_array(name) from temp.touched_table) as tables`,
    )
    .get()
  const findings = listIn<number>(noted?.['findings'])
  const lockfiles = listIn<number>(noted?.['lockfiles'])
  const names = listIn<string>(noted?.['tables'])
  const tables = names.filter((name) => name !== 'scan')
  const scans = names.length > tables.length
  if (findings.length > 0) connection.exec('delete from temp.touched_finding')
  if (lockfiles.length > 0) connection.exec('delete from temp.touched_lockfile')
  if (names.length > 0) connection.exec('delete from temp.touched_table')
  return { findings, lockfiles, tables, scans }
}
