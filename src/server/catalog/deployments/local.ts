import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readDeployment, slugAndName } from '#server/base/config/config.ts'
import { HttpError } from '#server/http/errors.ts'
import { assertLocal } from '#server/http/local-requests.ts'
import type { Services } from '#server/http/services.ts'
import { createDeployment } from './create.ts'

/**
 * Routes for the owner of the machine, over the socket: list and create deployments. They are not part of the API; over
 * the network they answer as if they did not exist.
 */
export function localRoutes(
  app: FastifyInstance,
  services: Services,
  isLocal: (request: FastifyRequest) => boolean,
) {
  const onRequest = assertLocal(isLocal)

  app.get('/local/deployments', { onRequest }, async () => ({
    deployments: services.deployments.all().map(({ slug, name, demo }) => ({ slug, name, demo: demo === 1 })),
  }))

  /** `{ name: "slug:Name" }`; without a name the deployment of the configuration. */
  app.post('/local/deployments', { onRequest }, async (request) => {
    const bytes = request.body
    // parse: sent by our own command line.
    const { name } = (Buffer.isBuffer(bytes) && bytes.length > 0 ? JSON.parse(bytes.toString()) : {}) as {
      name?: string
    }
    const requested = name === undefined ? services.config.deployment : readDeployment(name)
    if (!requested) throw new HttpError(400, `The name ${slugAndName}.`)
    if (services.deployments.find(requested.slug))
      throw new HttpError(409, `The deployment "${requested.slug}" already exists.`)
    await services.record((transaction) =>
      createDeployment(transaction, { ...requested, now: services.now() }),
    )
    await services.deployments.refresh()
    return { slug: requested.slug, name: requested.name }
  })
}
