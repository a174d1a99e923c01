import type { Kysely } from 'kysely'
import { maskStoredCredentials } from '../../masking/mask-stored-credentials.ts'
import { demandPurge } from '../purge.ts'

/** Takes literals out of findings of rules for hard-coded credentials, from the pages of the file too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (await maskStoredCredentials(db)) await demandPurge(db)
}
