import { createComment, editComment, listMentions } from '#contract/operations/comments.ts'
import { localOperator } from '#server/http/principal.ts'
import { addComment } from '#server/triage/comments/write.ts'
import type { Example } from './example.ts'
import type { Place } from './example-fixtures.ts'

const text = 'Is this reachable from outside? @Tess Ter, you know the **gateway**.'

/** The path of a comment of the caller. */
async function makeComment({ service, at, sast }: Place) {
  const { body } = await service.call(createComment, { path: { ...at, id: sast }, body: { text } })
  return { id: sast, commentId: body.id }
}

/** Somebody else asks the caller. */
export async function makeMention({ service: { services, clock }, at, sast }: Place) {
  const principal = { ...localOperator, name: 'Ana Lyst' }
  await services.change(at.deploymentId, principal.name, (transaction) =>
    addComment(transaction, { id: sast, flaw_id: sast }, text, { principal, at: clock.now }),
  )
}

/** The id of a mention of the caller. */
async function mentionOf(place: Place): Promise<string> {
  await makeMention(place)
  const { body } = await place.service.call(listMentions, { path: place.at })
  return body.mentions[0]?.id ?? ''
}

/** Requests of the operations for comments. */
export const commentExamples: Record<string, Example | readonly Example[]> = {
  listComments: {
    request: async (place) => {
      await makeMention(place)
      return { path: { id: place.sast } }
    },
  },
  createComment: {
    request: ({ sast }) => ({ path: { id: sast }, body: { text } }),
    statements: 24,
  },
  editComment: {
    request: async (place) => ({
      path: await makeComment(place),
      body: { text: 'Only from the *internal* network.' },
    }),
    statements: 24,
  },
  deleteComment: { request: async (place) => ({ path: await makeComment(place) }), statements: 24 },
  listCommentVersions: {
    request: async (place) => {
      const path = await makeComment(place)
      await place.service.call(editComment, { path: { ...place.at, ...path }, body: { text: 'Solved.' } })
      return { path }
    },
  },
  listMentions: {
    request: async (place) => {
      await makeMention(place)
      return { query: { limit: 3 } }
    },
  },
  markMention: {
    request: async (place) => ({ path: { id: await mentionOf(place) }, body: { seen: true } }),
  },
}
