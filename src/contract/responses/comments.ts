import * as z from 'zod/mini'
import { instant, uint32 } from './shapes.ts'

/** A comment in the thread of a finding. */
export const comment = z.object({
  id: z.string(),
  /** The finding under which it was written: this one, or the same one on another ref. */
  finding_id: uint32,
  author: z.string(),
  /** Whether the caller, also through another token, wrote it. */
  own: z.boolean(),
  /** Markdown; empty once it was deleted. */
  text: z.string(),
  /** The people whom the text names, as it names them. */
  mentions: z.array(z.string()),
  at: instant,
  edited_at: z.nullable(instant),
  deleted_at: z.nullable(instant),
  /** How many earlier texts there are. */
  versions: z.int(),
})
export type FindingComment = z.infer<typeof comment>

/** A thread, oldest first. */
export const commentsAnswer = z.object({ comments: z.array(comment) })

/** The earlier texts of a comment, oldest first. */
export const commentVersionsAnswer = z.object({
  versions: z.array(
    z.object({
      text: z.string(),
      /** Since when it was the text. */
      at: instant,
    }),
  ),
})

/** Comments that name the caller, newest first. */
export const mentionsAnswer = z.object({
  mentions: z.array(z.object({ id: z.string(), comment })),
})
