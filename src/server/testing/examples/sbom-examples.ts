import { getSbomExport } from '#contract/operations/sbom.ts'
import { type Example, withJob } from './example.ts'
import { makeExport, makeFailedExport } from './example-fixtures.ts'

/** Requests of the operations of software bills of materials. */
export const sbomExamples: Record<string, Example | readonly Example[]> = {
  describeSbom: { request: ({ project: { id } }) => ({ query: { repositoryId: id } }) },
  exportSbom: {
    request: ({ project: { id } }) => ({ body: { repositoryId: String(id) } }),
    statements: withJob,
  },
  listSbomExports: { request: () => ({ query: { limit: 5 } }) },
  getSbomExport: { request: makeExport },
  repeatSbomExport: { request: makeExport, statements: withJob },
  retrySbomExport: { request: makeFailedExport, statements: withJob },
  downloadSbom: {
    request: async (place) => {
      const { service, at } = place
      const { path } = await makeExport(place)
      const { body } = await service.call(getSbomExport, { path: { ...at, ...path } })
      const { pathname } = new URL(body.downloadUrl ?? 'http://none/')
      return { path: { downloadToken: pathname.split('/').at(-1) ?? '' }, token: null }
    },
  },
}
