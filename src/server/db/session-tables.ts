import type { Generated } from 'kysely'

export interface SessionTable {
  id: Generated<number>
  hash: string
  /** null for a session of single sign-on. */
  token_id: number | null
  person: string
  user_agent: string | null
  created_at: number
  last_seen_at: number
  /** The person of single sign-on; null for other people's tokens. */
  person_id: Generated<number | null>
  /** The ID token of single sign-on, which tells the provider whose session to end. */
  id_token: Generated<string | null>
}

/** A one-time code of a sign-in link. */
export interface SignInCodeTable {
  id: Generated<number>
  hash: string
  token_id: number
  created_at: number
}

export interface TokenTable {
  id: Generated<number>
  /** null for a token for all deployments: that of the environment, or the one generated at startup. */
  deployment_id: number | null
  name: string
  person: string | null
  role: string | null
  scopes_json: string
  web_api_enabled: number
  hash: string
  created_at: number
  created_by: string | null
  expires_at: number | null
  last_used_at: number | null
  revoked_at: number | null
  /** environment: the value of GATEHOUSE_TOKEN, now or before; start: generated without it; null: by a person. */
  origin: string | null
  /** Who revoked it; null if the service did at startup, because the environment has another token or none. */
  revoked_by: string | null
  /** The person whose token it is, if they sign in by single sign-on. */
  person_id: Generated<number | null>
  /** The names of the projects that it is restricted to, as a JSON list; null for all. */
  projects_json: Generated<string | null>
  /** The names that a machine's token had before, as a JSON list. */
  former_names_json: Generated<string>
  /** Whether answers have the form that existing clients of other services read. */
  compatible_answers: Generated<number>
}
