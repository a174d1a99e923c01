import { record } from '#server/changes/change.ts'
import type { Database } from '#server/db/database.ts'
import type { SignInCodes } from '#server/http/services.ts'
import { hashOf, newSecret } from '../credential.ts'

/** Source: docs/api.md#deployments-tokens-and-people. */
const codeLifetime = 10 * 60_000
/** The oldest code is dropped when a further one is created. */
const maxCodes = 100

/** Codes of sign-in links, in the database as hashes, so that any process redeems them. */
export function createSignInCodes(database: Database, now: () => number): SignInCodes {
  return {
    create(tokenId) {
      const code = newSecret('code')
      return record(database, async (transaction) => {
        const kept = transaction
          .selectFrom('sign_in_code')
          .select('id')
          .orderBy('id', 'desc')
          .limit(maxCodes - 1)
        await transaction.deleteFrom('sign_in_code').where('id', 'not in', kept).execute()
        await transaction
          .insertInto('sign_in_code')
          .values({ hash: hashOf(code), token_id: tokenId, created_at: now() })
          .execute()
        return code
      })
    },
    redeem: (code) =>
      record(database, async (transaction) => {
        const known = await transaction
          .deleteFrom('sign_in_code')
          .where('hash', '=', hashOf(code))
          .returning(['token_id', 'created_at'])
          .executeTakeFirst()
        // A time in the future was recorded before the clock was set back.
        return known && Math.abs(now() - known.created_at) < codeLifetime ? known.token_id : null
      }),
  }
}
