import type { Kysely } from 'kysely'
import { maskStoredUrls } from '../../masking/mask-stored-urls.ts'
import { demandPurge } from '../purge.ts'

/** Takes credentials out of stored URLs, from the pages of the file too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (await maskStoredUrls(db)) await demandPurge(db)
}
