import type { Generated } from 'kysely'

/** A person who signed in by single sign-on, or was invited to. */
export interface PersonTable {
  id: Generated<number>
  /** The provider and its id of the person; null until an invited person signs in. */
  issuer: string | null
  subject: string | null
  /** In lower case. Of a person who signed in only if the provider has verified it. */
  email: string | null
  /** The current name, one of `person_name`. */
  name: string
  disabled_at: number | null
  disabled_by: string | null
  created_at: number
  /** Who invited the person; null if they signed in without an invitation. */
  created_by: string | null
  last_seen_at: number | null
}

/** A name that a person has or had. */
export interface PersonNameTable {
  /** The name in the form in which names are compared. */
  key: string
  name: string
  person_id: number
  since: number
}

/** A role of a person in a deployment. */
export interface PersonRoleTable {
  id: Generated<number>
  person_id: number
  /** null for all deployments. */
  deployment_id: number | null
  role: string
  /** The group of the provider that gives the role; null if an administrator has set it. */
  group_name: string | null
  created_at: number
  created_by: string | null
  /** The SHA-256 of the secret of an invitation link that waits for its use; null for none. */
  invitation_hash: Generated<string | null>
  invitation_expires_at: Generated<number | null>
}
