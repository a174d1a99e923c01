import { takeId } from '#server/db/ids.ts'
import type { TestService } from '../service.ts'

/** Stores that a comment names Tess Ter. @returns the id of the mention. */
export const addMention = (
  { services }: Pick<TestService, 'services'>,
  deploymentId: number,
  commentId: string,
): Promise<number> =>
  services.record(async (transaction) => {
    const id = await takeId(transaction, deploymentId, 'finding_mention')
    const mention = { deployment_id: deploymentId, id, comment_id: Number(commentId), person: 'Tess Ter' }
    await transaction.insertInto('finding_mention').values(mention).execute()
    return id
  })
