import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { createDeployment } from '../deployments/create.ts'
import { hashOf } from '../tokens/credential.ts'
import { mintSignInCode, mintToken } from '../tokens/mint.ts'

const operatorToken = 'Local administrator'

/** Makes the deployment of a database that has none, unless the demo is to be the only one. */
export async function ensureDeployment(database: Database, config: Config, now: number): Promise<void> {
  const known = await database.read.selectFrom('deployment').select('id').executeTakeFirst()
  if (known) return
  await database.write((transaction) => createDeployment(transaction, { ...config.deployment, now }))
}

/** Makes the token of the environment if it is not there. Source: API decisions, "Deployments, tokens, people". */
export async function ensureEnvironmentToken(database: Database, secret: string, now: number): Promise<void> {
  const known = await database.read
    .selectFrom('token')
    .select('id')
    .where('hash', '=', hashOf(secret))
    .executeTakeFirst()
  if (known) return
  await database.write((transaction) =>
    mintToken(transaction, {
      deploymentId: null,
      name: 'GATEHOUSE_TOKEN',
      person: 'Administrator',
      role: 'admin',
      webApiEnabled: true,
      createdBy: null,
      now,
      secret,
    }),
  )
}

/**
 * The token behind the sign-in links that the start prints.
 * @returns its id, and its secret when it was made now, which is shown this once.
 */
export async function ensureOperatorToken(
  database: Database,
  now: number,
): Promise<{ id: number; secret: string | null }> {
  const known = await database.read
    .selectFrom('token')
    .select('id')
    .where('name', '=', operatorToken)
    .where('deployment_id', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (known) return { id: known.id, secret: null }
  return database.write((transaction) =>
    mintToken(transaction, {
      deploymentId: null,
      name: operatorToken,
      person: 'Administrator',
      role: 'admin',
      webApiEnabled: true,
      createdBy: null,
      now,
    }),
  )
}

/** A new one-time sign-in link's code. */
export function newSignInCode(database: Database, tokenId: number, now: number): Promise<string> {
  return database.write((transaction) => mintSignInCode(transaction, tokenId, now))
}
