import type { Selectable } from 'kysely'
import type { Scope } from '#contract/operation.ts'
import type { Reader } from '#server/db/database.ts'
import type { TokenTable } from '#server/db/session-tables.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { HttpError } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { hashOf } from './credential.ts'

export type Token = Selectable<TokenTable>

/** A known token that cannot be used. */
export class UnusableToken extends HttpError {
  readonly token: Token
  /** The reason in the audit log. */
  readonly reason: 'revoked' | 'expired' | 'no Web API access' | 'machine'

  constructor(token: Token, reason: UnusableToken['reason'], httpError: HttpError) {
    super(httpError.status, httpError.message, httpError)
    this.token = token
    this.reason = reason
  }
}

/** Source: docs/api.md#errors. */
export function unauthorized(detail: string): HttpError {
  return new HttpError(401, detail, { headers: { 'www-authenticate': 'Bearer' } })
}

/**
 * Finds a token by its secret.
 * @throws HttpError 401 if it is unknown, UnusableToken if it cannot be used.
 */
export async function tokenBySecret(reader: Reader, secret: string, now: number): Promise<Token> {
  const token = await reader
    .selectFrom('token')
    .selectAll()
    .where('hash', '=', hashOf(secret))
    .executeTakeFirst()
  if (!token) throw unauthorized('The token is invalid.')
  return assertUsable(token, now)
}

/** Why a token cannot be used: 401 if it was revoked or has expired, 403 if it has no Web API access; else null. */
export function unusableReason(token: Token, now: number): UnusableToken | null {
  if (token.revoked_at !== null) {
    return new UnusableToken(token, 'revoked', unauthorized('The token was revoked.'))
  }
  if (token.expires_at !== null && token.expires_at <= now) {
    const day = new Date(token.expires_at).toISOString()
    return new UnusableToken(token, 'expired', unauthorized(`The token expired on ${day}.`))
  }
  if (token.web_api_enabled !== 1) {
    const httpError = new HttpError(403, `Web API access is not enabled for the token "${token.name}".`)
    return new UnusableToken(token, 'no Web API access', httpError)
  }
  return null
}

/**
 * Returns the token if it is usable.
 * @throws UnusableToken if it cannot be used.
 */
export function assertUsable(token: Token, now: number): Token {
  const fault = unusableReason(token, now)
  if (fault) throw fault
  return token
}

/** The names of the projects that a token is restricted to; null for all. */
export const projectsOf = ({ projects_json: json }: Pick<Token, 'projects_json'>): string[] | null =>
  // parse: written by us from the list of projects.
  json === null ? null : parseStored<string[]>(json)

/** The principal of a token, with its permissions. */
export function toPrincipal(token: Token): Principal {
  return {
    name: token.person ?? token.name,
    machine: token.person === null,
    role: token.role,
    // parse: written by us from the list of scopes.
    scopes: parseStored<Scope[]>(token.scopes_json),
    deploymentId: token.deployment_id,
    tokenId: token.id,
    sessionId: null,
    personId: token.person_id,
    roles: [],
    projects: projectsOf(token),
    expiresAt: token.expires_at,
    compatibleAnswers: token.compatible_answers === 1,
  }
}
