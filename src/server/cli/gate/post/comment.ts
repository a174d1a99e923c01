import { isUncertain } from './failure.ts'
import type { Comment, Forge } from './forge.ts'

/** The beginning of a comment is a line of its own, by which it is found again. */
const markerOf = (body: string) => body.split(/\r?\n/, 1)[0] ?? ''

/**
 * Writes the comment of a project: edits its own one, which begins with the same line, or creates it. A comment that
 * somebody else began with that line is left alone, since they could edit it afterwards.
 * @throws the errors of the client.
 */
export async function writeComment(forge: Forge, body: string): Promise<void> {
  const marker = markerOf(body)
  const existing = await findOwn(forge, marker)
  if (existing) {
    if (existing.body !== body) await forge.edit(existing.id, body)
    return
  }
  const created = await createOnce(forge, marker, body)
  // Jobs that run at the same time may have created one each: all of them keep the oldest.
  const oldest = await findOwn(forge, marker)
  if (oldest === null || oldest.id === created.id) return
  await forge.edit(oldest.id, body)
  await forge.remove(created.id)
}

/** Creates a comment; where the answer is lost, it may have been created all the same. */
async function createOnce(forge: Forge, marker: string, body: string): Promise<Comment> {
  try {
    return await forge.create(body)
  } catch (error) {
    if (!isUncertain(error)) throw error
    return (await findOwn(forge, marker)) ?? forge.create(body)
  }
}

async function findOwn(forge: Forge, marker: string): Promise<Comment | null> {
  let author: string | null = null
  for await (const page of forge.comments())
    for (const comment of page) {
      if (markerOf(comment.body) !== marker) continue
      author ??= await forge.author()
      if (comment.author === author) return comment
    }
  return null
}
