import {
  createComment,
  deleteComment,
  editComment,
  listComments,
  listCommentVersions,
  listMentions,
} from '#contract/operations/comments.ts'
import { maskUrls } from '#server/base/credentials/mask-urls.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { findingById } from '#server/findings/detail/detail.ts'
import type { Principal } from '#server/http/principal.ts'
import { ownId } from '#server/http/request/own-id.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { type CommentRow, commentById, describeComments, readThread, readVersions } from './comment.ts'
import { listMentionsOf } from './list-mentions.ts'
import { addComment, type CommentWriter, removeComment, replaceComment } from './write.ts'

const defaultMentions = 50

interface Addressed {
  deployment: Deployment
  principal: Principal
  path: { id: string; commentId: string }
}

/** The comments on findings. Source: docs/api.md#comments. */
export function commentRoutes(services: Services): Route[] {
  return [...readingRoutes(services), ...writingRoutes(services)]
}

function readingRoutes({ database: { read } }: Services): Route[] {
  return [
    handle(listComments, ({ path, deployment, principal }) =>
      read.transaction().execute(async (reader) => {
        const { flaw_id: flaw } = await findingById(reader, deployment.id, path.id)
        const rows = await readThread(reader, deployment.id, flaw)
        return { comments: await describeComments(reader, { deploymentId: deployment.id, principal }, rows) }
      }),
    ),

    handle(listCommentVersions, ({ path, deployment, principal }) =>
      read.transaction().execute(async (reader) => {
        const { flaw_id: flaw } = await findingById(reader, deployment.id, path.id)
        const comment = await commentById(reader, deployment.id, flaw, path.commentId)
        return { versions: await readVersions(reader, { deploymentId: deployment.id, principal }, comment) }
      }),
    ),

    handle(listMentions, ({ query, deployment, principal }) =>
      read.transaction().execute(async (reader) => {
        const page = {
          before: query.before === undefined ? null : (ownId(query.before) ?? 0),
          limit: query.limit ?? defaultMentions,
        }
        const caller = { deploymentId: deployment.id, principal }
        return { mentions: await listMentionsOf(reader, caller, page) }
      }),
    ),
  ]
}

function writingRoutes(services: Services): Route[] {
  const changeOwn = <T>(
    { deployment, principal, path }: Addressed,
    work: (transaction: ChangeTransaction, comment: CommentRow, by: CommentWriter) => Promise<T>,
  ) =>
    services.change(deployment.id, principal.name, async (transaction) => {
      const { flaw_id: flaw } = await findingById(transaction, deployment.id, path.id)
      const comment = await commentById(transaction, deployment.id, flaw, path.commentId)
      return work(transaction, comment, { principal, at: services.now() })
    })
  const describe = async (deployment: Deployment, principal: Principal, row: CommentRow) => {
    const caller = { deploymentId: deployment.id, principal }
    const [comment] = await describeComments(services.database.read, caller, [row])
    if (!comment) throw new Error('a comment without a description')
    return comment
  }

  return [
    handle(createComment, async ({ path, body, deployment, principal }) => {
      const row = await services.change(deployment.id, principal.name, async (transaction) => {
        const finding = await findingById(transaction, deployment.id, path.id)
        return addComment(transaction, finding, maskUrls(body.text), { principal, at: services.now() })
      })
      return describe(deployment, principal, row)
    }),

    handle(editComment, async ({ path, body, deployment, principal }) => {
      const row = await changeOwn({ deployment, principal, path }, (transaction, comment, by) =>
        replaceComment(transaction, comment, { ...body, text: maskUrls(body.text) }, by),
      )
      return describe(deployment, principal, row)
    }),

    handle(deleteComment, ({ path, deployment, principal }) =>
      changeOwn({ deployment, principal, path }, removeComment),
    ),
  ]
}
