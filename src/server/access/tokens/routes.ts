import type { ExpressionBuilder } from 'kysely'
import type { z } from 'zod'
import type { createTokenBody, patchTokenBody } from '#contract/details/tokens.ts'
import type { Scope } from '#contract/operation.ts'
import { createToken, listTokens, patchToken, revokeToken } from '#contract/operations/tokens.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { Writer } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { Tables } from '#server/db/tables.ts'
import { badRequest, type Fault, notFound, unprocessable } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { ownId } from '#server/http/request/own-id.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { mintToken } from './mint.ts'
import { assertMachineName, assertOwnPerson } from './own-person.ts'
import { assertTokenQuota } from './quota.ts'
import { revoke } from './revoke.ts'
import { scopesOfRole } from './roles.ts'
import { endSessionsOf } from './sessions/sessions.ts'
import { projectsOf, type Token } from './token.ts'

/** Tokens of a deployment. Source: docs/api.md#deployments-tokens-and-people. */
export function tokenRoutes(services: Services): Route[] {
  const { database } = services

  return [
    handle(listTokens, async ({ deployment, principal }) => {
      const rows = await database.read
        .selectFrom('token')
        .selectAll()
        .where(isVisibleToken(deployment.id, principal))
        .where('revoked_at', 'is', null)
        .orderBy('id')
        .execute()
      return { tokens: rows.map((row) => tokenAnswer(row, principal)) }
    }),

    handle(createToken, ({ deployment, body, principal }) =>
      createTokenFor(services, deployment.id, body, principal),
    ),

    handle(patchToken, async ({ deployment, path, body, principal }) => {
      if (body.name === undefined && body.webApiEnabled === undefined) {
        throw badRequest([{ pointer: '', detail: 'set name or webApiEnabled' }])
      }
      const token = await services.record((transaction) =>
        changeToken(services, transaction, { deploymentId: deployment.id, id: path.id, body, principal }),
      )
      services.authenticator.logEndedSessions()
      return { token }
    }),

    handle(revokeToken, async ({ deployment, path, principal }) => {
      await services.record(async (transaction) => {
        const row = await readManageableToken(transaction, deployment.id, principal, path.id)
        await revoke(transaction, row, { by: principal.name, now: services.now() })
      })
      services.authenticator.logEndedSessions()
    }),
  ]
}

/** Creates a token. @returns it with its secret, which is shown only once. @throws HttpError 400, 403, 409 or 422. */
async function createTokenFor(
  services: Services,
  deploymentId: number,
  body: z.infer<typeof createTokenBody>,
  principal: Principal,
) {
  const faults: Fault[] = []
  if ((body.role === undefined) === (body.scopes === undefined)) {
    faults.push({ pointer: '/role', detail: 'set either role or scopes, not both' })
  }
  const expiresAt = body.expiresAt ? Date.parse(body.expiresAt) : null
  if (expiresAt !== null && expiresAt <= services.now()) {
    faults.push({ pointer: '/expiresAt', detail: 'is in the past' })
  }
  if (body.projects && !isOnlyForScans(body)) {
    faults.push({
      pointer: '/projects',
      detail: 'is only for tokens whose only scope is scans:write (role ci)',
    })
  }
  if (faults.length > 0) throw badRequest(faults)
  const projects = body.projects ? [...new Set(body.projects)] : null
  const machine = body.machine ?? false
  if (machine && body.person) {
    throw unprocessable([{ pointer: '/person', detail: 'A machine token cannot have a person.' }])
  }
  const person = machine ? null : (body.person ?? body.name)
  return services.record(async (transaction) => {
    await assertTokenQuota(transaction, deploymentId, services.now())
    if (person === null) await assertMachineName(transaction, deploymentId, body.name)
    const personId =
      person === null ? null : await assertOwnPerson(transaction, principal, person, deploymentId)
    const { id, secret } = await mintToken(transaction, {
      deploymentId: deploymentId,
      name: body.name,
      person,
      personId,
      role: body.role ?? null,
      ...(body.scopes ? { scopes: [...new Set(body.scopes)] } : {}),
      projects,
      webApiEnabled: body.webApiEnabled ?? false,
      compatibleAnswers: body.compatibleAnswers ?? false,
      expiresAt,
      createdBy: principal.name,
      now: services.now(),
    })
    const row = await readManageableToken(transaction, deploymentId, principal, String(id))
    await recordTokenAudit(services, transaction, row, principal, 'token.made', {
      id: String(id),
      person,
      role: body.role,
      scopes: body.scopes,
      ...(projects ? { projects } : {}),
      webApiEnabled: row.web_api_enabled === 1,
      ...(row.compatible_answers === 1 ? { compatibleAnswers: true } : {}),
      expiresAt: body.expiresAt ?? null,
    })
    return { token: tokenAnswer(row, principal), secret }
  })
}

/** Whether a new token can do nothing but send scans and read their verdicts. */
const isOnlyForScans = ({ role, scopes }: z.infer<typeof createTokenBody>): boolean =>
  (scopes ?? (role ? scopesOfRole[role] : [])).every((scope) => scope === 'scans:write')

/** Changes the name of a token, or whether it may use the Web API. @throws HttpError 404. */
async function changeToken(
  services: Services,
  transaction: Writer,
  {
    deploymentId,
    id,
    body,
    principal,
  }: { deploymentId: number; id: string; body: z.infer<typeof patchTokenBody>; principal: Principal },
) {
  const current = await readManageableToken(transaction, deploymentId, principal, id)
  const now = {
    name: body.name ?? current.name,
    web_api_enabled: body.webApiEnabled === undefined ? current.web_api_enabled : Number(body.webApiEnabled),
  }
  const renamed = now.name !== current.name
  const switched = now.web_api_enabled !== current.web_api_enabled
  if (!renamed && !switched) return tokenAnswer(current, principal)
  if (renamed && current.person === null)
    await assertMachineName(transaction, current.deployment_id, now.name)
  // A machine is known by its names; people have names of their own.
  const isRenamedMachine = renamed && current.person === null
  const former_names_json = isRenamedMachine ? formerNames(current) : current.former_names_json
  await transaction
    .updateTable('token')
    .set({ ...now, former_names_json })
    .where('id', '=', current.id)
    .execute()
  // Sessions from before access was switched off would become valid again when it is switched on.
  if (switched && now.web_api_enabled === 0) await endSessionsOf(transaction, current.id)
  await recordTokenAudit(services, transaction, current, principal, 'token.changed', {
    id,
    ...(renamed ? { name: { from: current.name, to: now.name } } : {}),
    ...(switched ? { webApiEnabled: now.web_api_enabled === 1 } : {}),
  })
  return tokenAnswer({ ...current, ...now }, principal)
}

/** The names that a token has had once it has another: what it did under them stays known as its own. */
function formerNames({ name, former_names_json }: Token): string {
  // parse: written here.
  return JSON.stringify([...new Set([...parseStored<string[]>(former_names_json), name])])
}

const recordTokenAudit = (
  services: Services,
  transaction: Writer,
  token: Token,
  principal: Principal,
  action: `token.${string}`,
  detail: object,
) =>
  recordAudit(transaction, {
    deploymentId: token.deployment_id,
    at: services.now(),
    actor: principal.name,
    action,
    target: token.name,
    detail,
  })

/** A condition for the tokens of a deployment, plus those for all deployments if the actor has one. */
const isVisibleToken =
  (deploymentId: number, principal: Principal) => (of: ExpressionBuilder<Tables, 'token'>) =>
    of.or([
      of('deployment_id', '=', deploymentId),
      ...(principal.deploymentId === null ? [of('deployment_id', 'is', null)] : []),
    ])

/** Reads a token that the actor may change; 404 if there is none, or if it was revoked. */
async function readManageableToken(
  transaction: Writer,
  deploymentId: number,
  principal: Principal,
  expiresAt: string,
): Promise<Token> {
  const id = ownId(expiresAt)
  const row =
    id === null
      ? undefined
      : await transaction
          .selectFrom('token')
          .selectAll()
          .where(isVisibleToken(deploymentId, principal))
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .executeTakeFirst()
  if (!row) throw notFound('token')
  return row
}

function tokenAnswer(row: Token, principal: Principal) {
  const instant = (value: number | null) => (value === null ? null : new Date(value).toISOString())
  return {
    id: String(row.id),
    name: row.name,
    person: row.person,
    machine: row.person === null,
    allDeployments: row.deployment_id === null,
    role: row.role,
    // parse: written by us from the list of scopes.
    scopes: parseStored<Scope[]>(row.scopes_json),
    projects: projectsOf(row),
    webApiEnabled: row.web_api_enabled === 1,
    compatibleAnswers: row.compatible_answers === 1,
    createdAt: new Date(row.created_at).toISOString(),
    createdBy: row.created_by,
    expiresAt: instant(row.expires_at),
    lastUsedAt: instant(row.last_used_at),
    current: row.id === principal.tokenId,
  }
}
