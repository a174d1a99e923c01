import { deleteProject, getProject, listProjects, patchProject } from '#contract/operations/projects.ts'
import { addTags, editTags, listTags, removeTags } from '#contract/operations/tags.ts'
import type { Project } from '#contract/responses/projects.ts'
import { type FindingsSnapshot, withSnapshot } from '#server/findings/snapshot.ts'
import { badRequest, notFound } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { addTotalHeaders } from '#server/http/response/page-links.ts'
import { handle, handlePublic, type Route } from '#server/http/route.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { type ProjectRow, readProjectByName, toProject } from '#server/records/projects/project.ts'
import { readTags, withoutTags, withTags } from '#server/records/projects/tags.ts'
import { newestScans } from '#server/scans/list/newest.ts'
import { changeTags, type NextTags } from './change-tags.ts'
import { deleteProject as deleteWhole } from './delete.ts'
import { projectFacets } from './facets.ts'
import { pageOfProjects } from './list.ts'
import { tagCounts } from './refs.ts'
import { changeSettings } from './settings.ts'
import { summariesOf } from './summary.ts'
import { readTagEdit } from './tag-edit.ts'

/** Projects, their tags and refs. Source: docs/api.md#projects. */
export function projectRoutes(services: Services): Route[] {
  const { read } = services.database
  return [
    handlePublic(listProjects, async ({ deployment, query, request, reply }) => {
      const include = query.include ?? []
      const asksForScans = include.includes('facets') || query.last_scan !== undefined
      const newest = asksForScans ? await newestScans(services.columns, deployment.id) : new Map()
      const { total, ...response } = await withSnapshot(services.columns, deployment.id, async (one) => {
        const now = services.now()
        const { rows, total } = await pageOfProjects(one, deployment.id, query, now, newest)
        return {
          total,
          projects: await toProjectResponse(one, deployment.id, rows, include.includes('summary')),
          ...(include.includes('facets') ? await projectFacets(one, deployment.id, query, now, newest) : {}),
        }
      })
      addTotalHeaders(services, request, reply, {
        page: query.page,
        pageSize: query.page_size ?? 100,
        total,
        onward: false,
      })
      return response
    }),

    handlePublic(getProject, async ({ deployment, path, query }) =>
      withSnapshot(services.columns, deployment.id, async (one) => {
        const row = await readProjectByName(one.reader, deployment.id, path.projectName)
        const [project] = await toProjectResponse(
          one,
          deployment.id,
          [row],
          query.include?.includes('summary'),
        )
        return { project }
      }),
    ),

    handle(addTags, async ({ deployment, path, body, principal }) => {
      const isList = Array.isArray(body)
      const at = isList ? '' : '/tags'
      const tags = readTags(isList ? body : body.tags, at)
      return changeProjectTags(services, deployment, path.projectName, principal, (present) =>
        withTags(present, tags, at),
      )
    }),

    handle(removeTags, async ({ deployment, path, query, principal }) => {
      const { tags } = query
      if (!tags) {
        throw badRequest([{ parameter: 'tags', detail: 'is missing: it lists the tags to remove' }])
      }
      return changeProjectTags(services, deployment, path.projectName, principal, withoutTags(tags))
    }),

    handle(editTags, async ({ deployment, body, principal }) => {
      const [{ projects, expectedRevision: known }, edit] = [body, readTagEdit(body)]
      const { rows, ...rest } = await changeTags(services, deployment, projects, principal, edit, known)
      return { ...rest, projects: rows.map(toProject) }
    }),

    handle(patchProject, async ({ deployment, path, body, principal }) => ({
      project: toProject(await changeSettings(services, deployment, path.projectName, principal, body)),
    })),

    handle(deleteProject, async ({ deployment, path, principal }) => {
      await deleteWhole(services, deployment, path.projectName, principal.name)
    }),

    handlePublic(listTags, async ({ deployment }) => ({ tags: await tagCounts(read, deployment.id) })),
  ]
}

async function toProjectResponse(
  view: FindingsSnapshot,
  deploymentId: number,
  rows: readonly ProjectRow[],
  summed: boolean | undefined,
): Promise<Project[]> {
  if (!summed) return rows.map(toProject)
  const ids = rows.map((row) => row.id)
  const summaries = await summariesOf(view, deploymentId, ids)
  return rows.map((row) => ({ ...toProject(row), ...summaries.get(row.id) }))
}

async function changeProjectTags(
  services: Services,
  deployment: Deployment,
  name: string,
  principal: Principal,
  next: NextTags,
) {
  const { rows } = await changeTags(services, deployment, [name], principal, next)
  const [row] = rows
  if (!row) throw notFound('project')
  return { project: toProject(row) }
}
