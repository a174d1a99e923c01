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
