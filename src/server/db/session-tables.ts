import type { Generated } from 'kysely'

export interface SessionTable {
  id: Generated<number>
  hash: string
  token_id: number
  person: string
  user_agent: string | null
  created_at: number
  last_seen_at: number
}

/** A one-time code of a sign-in link. */
export interface SignInCodeTable {
  id: Generated<number>
  hash: string
  token_id: number
  created_at: number
}
