import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseFile } from '../backup/copy-database.ts'

/** The change numbers of the deployments in a data folder, while its service runs, as one text to compare. */
export function changeNumbersIn(dataFolder: string): string {
  const connection = new DatabaseSync(join(dataFolder, databaseFile), { readOnly: true, timeout: 5_000 })
  try {
    const rows = connection.prepare('select id, change_number from deployment order by id').all()
    return rows.map((row) => `${row['id']}:${row['change_number']}`).join(' ')
  } finally {
    connection.close()
  }
}
