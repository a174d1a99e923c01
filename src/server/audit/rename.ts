import { type SqlBool, sql } from 'kysely'
import type { Writer } from '#server/db/database.ts'
import { contains } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { Services } from '#server/http/services.ts'

const eventsPerWrite = 500

interface Renaming {
  name: string
  replacement: string
}

/** Sets the target of an entry. */
export async function setAuditTarget(transaction: Writer, id: number, target: string): Promise<void> {
  await transaction.updateTable('audit_event').set({ target }).where('id', '=', id).execute()
}

/** Replaces a name in all entries of all deployments, in batches: actors, targets, and values of details. */
export async function renameInAudit(services: Services, renaming: Renaming): Promise<void> {
  const { name } = renaming
  const inDetail = contains(sql.ref('detail_json'), sql.val(JSON.stringify(name)))
  let after = 0
  for (;;) {
    const rows = await services.database.read
      .selectFrom('audit_event')
      .select(['id', 'actor', 'target', 'detail_json'])
      .where('id', '>', after)
      .where(sql<SqlBool>`(actor = ${name} or target = ${name} or ${inDetail})`)
      .orderBy('id')
      .limit(eventsPerWrite)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    await services.record(async (transaction) => {
      for (const row of rows)
        await transaction
          .updateTable('audit_event')
          .set({
            actor: replaced(row.actor, renaming),
            target: replaced(row.target, renaming),
            detail_json:
              row.detail_json === null
                ? null
                : JSON.stringify(replacedIn(parseStored<unknown>(row.detail_json), renaming)),
          })
          .where('id', '=', row.id)
          .execute()
    })
  }
}

const replaced = <T extends string | null>(text: T, { name, replacement }: Renaming) =>
  text === name ? replacement : text

/** Replaces the name where it is a whole value. */
function replacedIn(value: unknown, renaming: Renaming): unknown {
  if (typeof value === 'string') return replaced(value, renaming)
  if (Array.isArray(value)) return value.map((item) => replacedIn(item, renaming))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replacedIn(item, renaming)]))
}
