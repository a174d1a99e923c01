import { DatabaseSync } from 'node:sqlite'

/** The tables by which a service sends messages to others. */
const tables = ['webhook', 'notification_position', 'notification_event']

/**
 * Removes the webhooks from a copy of a database, before a service is started on it: it would send messages of the
 * original to real receivers. The copy may be of a version without them.
 * @param file the file of the copy.
 */
export function removeWebhooks(file: string): void {
  const copy = new DatabaseSync(file)
  try {
    const present = copy.prepare("select name from sqlite_schema where type = 'table'").all()
    for (const name of tables.filter((table) => present.some((one) => one['name'] === table)))
      copy.exec(`delete from ${name}`)
  } finally {
    copy.close()
  }
}
