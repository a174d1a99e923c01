import { logChange } from '../changes/log.ts'
import { ChangedRows } from '../db/changed-rows.ts'
import type { Database, Writer } from '../db/database.ts'

type Report = (changed: ChangedRows) => void

/** Reports rows that were written past the service, as a change of its own. */
export const reportChange = (database: Database, deploymentId: number, report: Report): Promise<void> =>
  database.write((transaction) => reportChangeIn(transaction, deploymentId, report), deploymentId)

/** As `reportChange`, in the transaction that wrote the rows. */
export async function reportChangeIn(transaction: Writer, deploymentId: number, report: Report) {
  const changed = new ChangedRows()
  report(changed)
  const row = await transaction
    .updateTable('deployment')
    .set((eb) => ({ change_number: eb('change_number', '+', 1) }))
    .where('id', '=', deploymentId)
    .returning('change_number')
    .executeTakeFirst()
  if (!row) return
  const write = { deploymentId, number: row.change_number, at: 0, actor: 'Tess Ter' }
  await logChange(transaction, write, changed.get(), [])
}
