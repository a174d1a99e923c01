import { type Kysely, sql } from 'kysely'

interface Named {
  id: number
  text: string
}

/** What has a character beyond ASCII; all other text is normalized as it is. */
const beyondAscii = '*[^ -~]*'

/**
 * Names of projects and refs, and tags, become normalized (Unicode NFC), as those that are sent are from now on. One
 * whose normalized name is taken stays as it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['project', 'ref']) {
    const named = await sql<Named>`select id, name as text from ${sql.table(table)}
      where name glob ${beyondAscii}`.execute(db)
    for (const { id, text } of unnormalized(named.rows)) {
      await sql`update or ignore ${sql.table(table)} set name = ${text} where id = ${id}`.execute(db)
    }
  }
  for (const column of ['default_branch', 'primary_branch', 'tags_json']) {
    const found = await sql<Named>`select id, ${sql.ref(column)} as text from project
      where ${sql.ref(column)} glob ${beyondAscii}`.execute(db)
    for (const { id, text } of unnormalized(found.rows)) {
      await sql`update project set ${sql.ref(column)} = ${text} where id = ${id}`.execute(db)
    }
  }
}

/** The texts that are not normalized, as they are when they are. */
function unnormalized(rows: readonly Named[]): Named[] {
  return rows.flatMap(({ id, text }) => {
    const normalized = text.normalize('NFC')
    return normalized === text ? [] : [{ id, text: normalized }]
  })
}
