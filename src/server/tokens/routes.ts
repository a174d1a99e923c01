import type { Selectable } from 'kysely'
import { createToken, listTokens, patchToken, revokeToken } from '#contract/deployments.ts'
import type { Scope } from '#contract/operation.ts'
import { recordAudit } from '#server/audit/public.ts'
import type { TokenTable } from '#server/db/tables.ts'
import { badRequest, notFound } from '#server/http/errors.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { mintToken } from './mint.ts'

/** Tokens of a deployment. Source: API decisions, "Deployments, tokens, people". */
export function tokenRoutes(services: Services): Route[] {
  const { database } = services
  const one = (deploymentId: number, id: string) =>
    database.read
      .selectFrom('token')
      .selectAll()
      .where('deployment_id', '=', deploymentId)
      .where('id', '=', Number(id))
      .where('revoked_at', 'is', null)
      .executeTakeFirst()

  return [
    handle(listTokens, async ({ deployment }) => {
      const rows = await database.read
        .selectFrom('token')
        .selectAll()
        .where('deployment_id', '=', deployment.id)
        .where('revoked_at', 'is', null)
        .orderBy('id')
        .execute()
      return { tokens: rows.map(tokenAnswer) }
    }),

    handle(createToken, async ({ deployment, body, principal }) => {
      if ((body.role === undefined) === (body.scopes === undefined)) {
        throw badRequest([{ pointer: '/role', detail: 'either role or scopes must be given, and not both' }])
      }
      const expiresAt = body.expiresAt ? Date.parse(body.expiresAt) : null
      if (expiresAt !== null && expiresAt <= services.now()) {
        throw badRequest([{ pointer: '/expiresAt', detail: 'is in the past' }])
      }
      const machine = body.machine ?? false
      const made = await database.write(async (transaction) => {
        const minted = await mintToken(transaction, {
          deploymentId: deployment.id,
          name: body.name,
          person: machine ? null : (body.person ?? body.name),
          role: body.role ?? null,
          ...(body.scopes ? { scopes: body.scopes } : {}),
          webApiEnabled: body.webApiEnabled ?? false,
          expiresAt,
          createdBy: principal.name,
          now: services.now(),
        })
        await recordAudit(transaction, {
          deploymentId: deployment.id,
          at: services.now(),
          actor: principal.name,
          action: 'token.made',
          target: body.name,
          detail: { role: body.role, scopes: body.scopes, webApiEnabled: body.webApiEnabled ?? false },
        })
        return minted
      })
      const row = await one(deployment.id, String(made.id))
      if (!row) throw notFound('token')
      return { token: tokenAnswer(row), secret: made.secret }
    }),

    handle(patchToken, async ({ deployment, path, body, principal }) => {
      if (!(await one(deployment.id, path.id))) throw notFound('token')
      if (body.name === undefined && body.webApiEnabled === undefined) {
        throw badRequest([{ pointer: '', detail: 'neither name nor webApiEnabled is given' }])
      }
      await database.write(async (transaction) => {
        await transaction
          .updateTable('token')
          .set({
            ...(body.name === undefined ? {} : { name: body.name }),
            ...(body.webApiEnabled === undefined ? {} : { web_api_enabled: body.webApiEnabled ? 1 : 0 }),
          })
          .where('id', '=', Number(path.id))
          .execute()
        await recordAudit(transaction, {
          deploymentId: deployment.id,
          at: services.now(),
          actor: principal.name,
          action: 'token.changed',
          target: path.id,
          detail: body,
        })
      })
      services.authenticator.sayEnded()
      const row = await one(deployment.id, path.id)
      if (!row) throw notFound('token')
      return { token: tokenAnswer(row) }
    }),

    handle(revokeToken, async ({ deployment, path, principal }) => {
      const row = await one(deployment.id, path.id)
      if (!row) throw notFound('token')
      await database.write(async (transaction) => {
        await transaction
          .updateTable('token')
          .set({ revoked_at: services.now() })
          .where('id', '=', row.id)
          .execute()
        await transaction.deleteFrom('session').where('token_id', '=', row.id).execute()
        await recordAudit(transaction, {
          deploymentId: deployment.id,
          at: services.now(),
          actor: principal.name,
          action: 'token.revoked',
          target: row.name,
        })
      })
      services.authenticator.sayEnded()
    }),
  ]
}

function tokenAnswer(row: Selectable<TokenTable>) {
  const instant = (value: number | null) => (value === null ? null : new Date(value).toISOString())
  return {
    id: String(row.id),
    name: row.name,
    person: row.person,
    machine: row.person === null,
    role: row.role,
    // parse: written by us from the list of scopes.
    scopes: JSON.parse(row.scopes_json) as Scope[],
    webApiEnabled: row.web_api_enabled === 1,
    createdAt: new Date(row.created_at).toISOString(),
    createdBy: row.created_by,
    expiresAt: instant(row.expires_at),
    lastUsedAt: instant(row.last_used_at),
  }
}
