import type { FastifyInstance, FastifyRequest } from 'fastify'
import { assertLocal } from '#server/http/local-requests.ts'
import type { Services } from '#server/http/services.ts'
import { administratorForLink } from '../administrator.ts'

/**
 * A new link that signs in once as the administrator, within ten minutes and the life of this process.
 * @throws HttpError 409 where the administrator's token was revoked.
 */
export async function newSignInLink({ database, config, signInCodes, publicUrl }: Services): Promise<string> {
  const tokenId = await administratorForLink(database.read, config.token)
  return `${publicUrl()}/sign-in#code=${signInCodes.create(tokenId)}`
}

/** The link for whoever owns the machine, over the socket; over the network this address is not there. */
export function signInLinkRoute(
  app: FastifyInstance,
  services: Services,
  isLocal: (request: FastifyRequest) => boolean,
) {
  app.post('/local/sign-in-link', { onRequest: assertLocal(isLocal) }, async () => ({
    url: await newSignInLink(services),
  }))
}
