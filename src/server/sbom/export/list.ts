import type * as z from 'zod/mini'
import type { listSbomExports } from '#contract/operations/sbom.ts'
import type { QueryValues } from '#contract/parameters/query.ts'
import type { sbomExportsAnswer } from '#contract/responses/sbom.ts'
import { badRequest } from '#server/http/errors.ts'
import { ownId } from '#server/http/request/own-id.ts'
import type { Services } from '#server/http/services.ts'
import { toSbomExport } from './sbom-export.ts'

const defaultLimit = 100

/**
 * Lists a deployment's exports, newest first. The cursor is the id of the last export on the page, so that no page skips
 * or repeats one while others are created; it is empty at the end.
 * @throws HttpError 400 for an invalid cursor. Source: docs/api.md#sbom-exports.
 */
export async function listedExports(
  services: Services,
  owner: { deploymentId: number; person: string },
  query: QueryValues<(typeof listSbomExports)['query']>,
): Promise<z.infer<typeof sbomExportsAnswer> & { total: number }> {
  const { cursor = '' } = query
  const after = cursor === '' || cursor === '0' ? undefined : ownId(cursor)
  if (after === null) throw badRequest([{ parameter: 'cursor', detail: 'is not a cursor from a response' }])
  const { status, repositoryId } = query
  const matching = services.database.read
    .selectFrom('sbom_export')
    .where('deployment_id', '=', owner.deploymentId)
    .$if(query.mine === true, (query) => query.where('created_by', '=', owner.person))
    .$if(status !== undefined, (query) => query.where('status', 'in', status ?? []))
    .$if(repositoryId !== undefined, (query) =>
      query.where('project_id', '=', ownId(repositoryId ?? '') ?? -1),
    )
  const { total } = await matching
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const limit = query.limit ?? defaultLimit
  const rows = await matching
    .selectAll()
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? 0))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const visible = rows.slice(0, limit)
  const hasMore = rows.length > limit
  return {
    exports: visible.map((row) => toSbomExport(services, row)),
    total,
    cursor: hasMore ? String(visible.at(-1)?.id) : '',
    hasMore,
  }
}
