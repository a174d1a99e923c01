import { deleteRef, renameProject } from '#contract/operations/projects.ts'
import type { CallOptions } from '../service.ts'
import type { Example } from './example.ts'
import { branchIn, type Place, project } from './example-fixtures.ts'

/** Renames the project of a place, whose former name means it from then on. */
async function makeRename(place: Place): Promise<CallOptions> {
  const name = `acme/${crypto.randomUUID()}`
  const { body } = await place.service.call(renameProject, {
    path: { ...place.at, projectName: place.project.name },
    body: { name },
  })
  return { path: { change_id: body.change?.id ?? 0 } }
}

/** The name of another project. */
async function otherProject({ service, at, project: { id } }: Place): Promise<string> {
  const { name } = await service.services.database.read
    .selectFrom('project')
    .select('name')
    .where('deployment_id', '=', at.deploymentId)
    .where('id', '<>', id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return name
}

/** Changes of whole projects, of which only a rename leaves the place as it is, and of branches. */
export const projectExamples: Record<string, Example | Example[]> = {
  renameProject: [
    {
      as: 'its preview',
      request: (place) => project(place, { body: { name: 'acme/storefront', preview: true } }),
    },
    {
      as: 'for good',
      request: (place) => project(place, { body: { name: `acme/${crypto.randomUUID()}` } }),
      statements: 40,
    },
  ],
  deleteRef: {
    request: async (place) => ({ query: await branchIn(place) }),
    statements: 40,
  },
  restoreRef: {
    request: async (place) => {
      const branch = await branchIn(place)
      await place.service.call(deleteRef, { query: branch, path: place.at })
      return { body: branch }
    },
    statements: 40,
  },
  mergeProject: {
    request: async (place) => project(place, { body: { into: await otherProject(place), preview: true } }),
    statements: 20,
  },
  splitProject: {
    request: (place) => project(place, { body: { path_prefix: 'src', name: 'acme/part', preview: true } }),
  },
  undoProjectChange: { request: makeRename, statements: 40 },
}
