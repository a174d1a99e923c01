import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '#server/http/errors.ts'
import { assertLocal } from '#server/http/local-requests.ts'
import type { Services } from '#server/http/services.ts'
import { contentOf, deleteDeployment, deploymentToDelete } from './delete-deployment.ts'
import { deletePerson } from './delete-person.ts'
import { exportDeployment } from './export-deployment.ts'
import { exportPerson } from './export-person.ts'
import { countPersonRows, rowsOfPerson } from './person-rows.ts'

/**
 * Routes for the owner of the machine, over the socket: export and delete a deployment, or the data of a person. They are
 * not part of the API; over the network they answer as if they did not exist.
 */
export function dataRequestRoutes(
  app: FastifyInstance,
  services: Services,
  isLocal: (request: FastifyRequest) => boolean,
) {
  const onRequest = assertLocal(isLocal)
  const { read } = services.database
  const deploymentOf = (slug: string) => {
    const deployment = services.deployments.find(slug)
    if (deployment?.slug === slug) return deployment
    throw new HttpError(404, `The deployment "${slug}" does not exist.`)
  }

  app.get<{ Params: { slug: string } }>('/local/deployments/:slug', { onRequest }, async ({ params }) =>
    contentOf(read, deploymentOf(params.slug).id),
  )

  app.get<{ Params: { slug: string } }>(
    '/local/deployments/:slug/archive',
    { onRequest },
    async ({ params }, reply) =>
      sendLines(reply, await exportDeployment(services, deploymentOf(params.slug))),
  )

  app.delete<{ Params: { slug: string } }>('/local/deployments/:slug', { onRequest }, async ({ params }) => {
    const deployment = await deploymentToDelete(read, params.slug)
    if (!deployment) throw new HttpError(404, `The deployment "${params.slug}" does not exist.`)
    return deleteDeployment(services, deployment)
  })

  app.get<{ Params: { name: string } }>('/local/people/:name', { onRequest }, async ({ params }) =>
    countPersonRows(read, rowsOfPerson(services, params.name)),
  )

  app.get<{ Params: { name: string } }>(
    '/local/people/:name/archive',
    { onRequest },
    async ({ params }, reply) => sendLines(reply, await exportPerson(services, params.name)),
  )

  app.delete<{ Params: { name: string } }>('/local/people/:name', { onRequest }, async ({ params }) =>
    deletePerson(services, params.name),
  )
}

const sendLines = (reply: FastifyReply, lines: AsyncGenerator<string>) =>
  reply.type('application/x-ndjson').send(Readable.from(lines, { objectMode: false }))
