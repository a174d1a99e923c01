import type { Generated } from 'kysely'

// Comments on findings; `tables.ts` describes the conventions of all tables.

/** A comment in the thread of a flaw, under the finding where it was written. */
export interface FindingCommentTable {
  id: number
  deployment_id: number
  finding_id: number
  author: string
  /** Markdown; empty once it was deleted. */
  text: string
  at: number
  edited_at: number | null
  deleted_at: number | null
  /** How many earlier texts there are. */
  versions: Generated<number>
}

/** An earlier text of a comment. */
export interface FindingCommentVersionTable {
  deployment_id: number
  comment_id: number
  /** From 1, in their order. */
  version: number
  text: string
  /** Since when it was the text. */
  at: number
}

/** A person whom the text of a comment names. */
export interface FindingMentionTable {
  id: number
  deployment_id: number
  comment_id: number
  /** The name of the time. */
  person: string
  /** When the person saw it. */
  seen_at: Generated<number | null>
}
