import type { Scope } from '#contract/operation.ts'
import type { Role } from '#contract/vocabulary.ts'
import type { Writer } from '#server/db/database.ts'
import { hashOf, newSecret } from './credential.ts'
import { scopesOfRole } from './roles.ts'

export interface NewToken {
  deploymentId: number | null
  name: string
  /** null creates a machine's token, which cannot sign in to the dashboard. */
  person: string | null
  /** The person of single sign-on who has this name. */
  personId?: number | null
  role: Role | null
  scopes?: readonly Scope[]
  /** The names of the projects that it is restricted to; all if missing. */
  projects?: readonly string[] | null
  webApiEnabled: boolean
  compatibleAnswers?: boolean
  expiresAt?: number | null
  createdBy: string | null
  now: number
  /** A given secret; a random one is generated otherwise. */
  secret?: string
  /** Set if no administrator created it. */
  origin?: 'environment' | 'start' | 'invitation'
}

/** Creates a token. Only the hash of its secret is stored; the secret is returned only here. */
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
      person_id: made.personId ?? null,
      role: made.role,
      scopes_json: JSON.stringify(scopes),
      projects_json: made.projects ? JSON.stringify(made.projects) : null,
      web_api_enabled: made.webApiEnabled ? 1 : 0,
      compatible_answers: made.compatibleAnswers ? 1 : 0,
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
