import { schemaVersion } from '#server/db/engine.ts'
import type { Services } from '#server/http/services.ts'
import { archiveLines } from './archive.ts'
import { rowsOfPerson } from './person-rows.ts'

/** The lines of an archive with all rows that have the name of a person, without hashes of tokens and sessions. */
export async function exportPerson(services: Services, name: string): Promise<AsyncGenerator<string>> {
  const { database, version, now } = services
  return archiveLines(
    await database.openSnapshot(),
    { version, schema: schemaVersion, at: now(), subject: { person: name } },
    rowsOfPerson(services, name),
  )
}
