import { recordAudit } from '#server/audit/audit-log.ts'
import { ConfigFault } from '#server/base/config/config.ts'
import { record } from '#server/changes/change.ts'
import type { Database, Reader, Writer } from '#server/db/database.ts'
import { HttpError } from '#server/http/errors.ts'
import { hashOf } from './credential.ts'
import { mintToken } from './mint.ts'
import { revoke } from './revoke.ts'
import type { Token } from './token.ts'

/**
 * Creates the administrator's token at startup: the one of the environment, else a generated one if none exists. A
 * token of the environment whose value has changed is revoked.
 * @param environment the value of GATEHOUSE_TOKEN, null if it is not set.
 * @returns the secret of a generated token, which is shown only once; else null.
 * @throws ConfigFault if the environment contains a token that was created for another purpose.
 * Source: docs/api.md#deployments-tokens-and-people.
 */
export async function prepareAdministrator(
  database: Database,
  environment: string | null,
  now: number,
): Promise<string | null> {
  return record(database, async (transaction) => {
    await revokeFormer(transaction, environment, now)
    if (environment !== null) {
      await useEnvironmentToken(transaction, environment, now)
      return null
    }
    if (await administratorPrincipal(transaction, null)) return null
    return createToken(transaction, { name: 'Local administrator', origin: 'start' }, now)
  })
}

/**
 * The token that a sign-in link signs in with.
 * @param environment the value of GATEHOUSE_TOKEN, null if it is not set.
 * @throws HttpError 409 if the token was revoked.
 */
export async function administratorForLink(reader: Reader, environment: string | null): Promise<number> {
  const token = await administratorPrincipal(reader, environment)
  if (token && token.revoked_at === null) return token.id
  throw new HttpError(
    409,
    token?.revoked_at
      ? `GATEHOUSE_TOKEN was revoked on ${new Date(token.revoked_at).toISOString()}. Set another one and restart the service.`
      : "The administrator's token was revoked. The service creates another one when it is restarted.",
  )
}

/** The token of the environment, revoked or not; without one the generated token that is still valid. */
function administratorPrincipal(reader: Reader, environment: string | null): Promise<Token | undefined> {
  const tokens = reader.selectFrom('token').selectAll()
  return environment === null
    ? tokens
        .where('origin', '=', 'start')
        .where('revoked_at', 'is', null)
        .orderBy('id', 'desc')
        .executeTakeFirst()
    : tokens.where('hash', '=', hashOf(environment)).executeTakeFirst()
}

async function revokeFormer(transaction: Writer, environment: string | null, now: number): Promise<void> {
  const oldTokens = await transaction
    .selectFrom('token')
    .selectAll()
    .where('origin', '=', 'environment')
    .where('revoked_at', 'is', null)
    .where('hash', '!=', environment === null ? '' : hashOf(environment))
    .execute()
  const reason = `GATEHOUSE_TOKEN was ${environment === null ? 'removed' : 'changed'}`
  for (const token of oldTokens) await revoke(transaction, token, { by: null, now, reason })
}

async function useEnvironmentToken(transaction: Writer, secret: string, now: number): Promise<void> {
  const known = await administratorPrincipal(transaction, secret)
  if (!known) {
    await createToken(transaction, { name: 'GATEHOUSE_TOKEN', origin: 'environment', secret }, now)
    return
  }
  if (known.origin === null) {
    throw new ConfigFault(`GATEHOUSE_TOKEN is (hidden), but must not be an existing token ("${known.name}")`)
  }
  // A token that a person revoked is not restored: it may have been leaked.
  const restored = known.revoked_at !== null && known.revoked_by === null
  if (!restored && known.origin === 'environment') return
  await transaction
    .updateTable('token')
    .set({ origin: 'environment', ...(restored ? { revoked_at: null } : {}) })
    .where('id', '=', known.id)
    .execute()
  if (restored) await recordTokenAudit(transaction, 'token.restored', known, now)
}

async function createToken(
  transaction: Writer,
  options: { name: string; origin: 'environment' | 'start'; secret?: string },
  now: number,
): Promise<string> {
  const { id, secret } = await mintToken(transaction, {
    ...options,
    deploymentId: null,
    person: 'Administrator',
    role: 'admin',
    webApiEnabled: true,
    createdBy: null,
    now,
  })
  await recordTokenAudit(transaction, 'token.made', { id, name: options.name }, now)
  return secret
}

const recordTokenAudit = (
  transaction: Writer,
  action: string,
  token: { id: number; name: string },
  at: number,
) =>
  recordAudit(transaction, {
    deploymentId: null,
    at,
    actor: 'Gatehouse',
    action,
    target: token.name,
    detail: { id: String(token.id), role: 'admin' },
  })
