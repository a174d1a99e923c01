import type { Scope } from '#contract/operation.ts'
import type { Role } from '#contract/vocabulary.ts'
import type { Writer } from '#server/db/database.ts'
import { hashOf, newSecret } from './credential.ts'
import { scopesOfRole } from './roles.ts'

export interface NewToken {
  deploymentId: number | null
  name: string
  /** null makes a machine's token, which cannot sign in to the dashboard. */
  person: string | null
  role: Role | null
  scopes?: readonly Scope[]
  webApiEnabled: boolean
  expiresAt?: number | null
  createdBy: string | null
  now: number
  /** A secret that was brought along; a random one is made otherwise. */
  secret?: string
  /** Where no person made it. */
  origin?: 'environment' | 'start'
}

/** Makes a token. Only the hash of its secret is kept; the secret is answered this once. */
export async function mintToken(
  transaction: Writer,
  made: NewToken,
): Promise<{ id: number; secret: string }> {
  const secret = made.secret ?? newSecret('gate')
  const scopes = made.scopes ?? (made.role ? scopesOfRole[made.role] : [])
  const { id } = await transaction
    .insertInto('token')
    .values({
      deployment_id: made.deploymentId,
      name: made.name,
      person: made.person,
      role: made.role,
      scopes_json: JSON.stringify(scopes),
      web_api_enabled: made.webApiEnabled ? 1 : 0,
      hash: hashOf(secret),
      created_at: made.now,
      created_by: made.createdBy,
      expires_at: made.expiresAt ?? null,
      last_used_at: null,
      revoked_at: null,
      origin: made.origin ?? null,
      revoked_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, secret }
}
