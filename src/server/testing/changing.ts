import { changeText } from '../changes/log.ts'
import { ChangedRows } from '../db/changed-rows.ts'
import type { Database } from '../db/database.ts'
import { connectionOf } from '../db/sqlite/testing/connection.ts'

/** Says what was written past the service, as a change of its own; at once, so that a test need not wait for it. */
export function reportChange(
  database: Database,
  deploymentId: number,
  report: (changed: ChangedRows) => void,
): void {
  const connection = connectionOf(database)
  const changed = new ChangedRows()
  report(changed)
  const row = connection
    .prepare('update deployment set change_number = change_number + 1 where id = ? returning change_number')
    .get(deploymentId)
  if (row)
    connection
      .prepare(
        "insert into change_log (deployment_id, number, part, at, actor, changes) values (?, ?, 0, 0, 'Tess Ter', ?)",
      )
      .run(deploymentId, Number(row['change_number']), changeText(changed.get(), []))
}
