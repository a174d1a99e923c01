import type { FastifyInstance, FastifyRequest } from 'fastify'
import { assertLocal } from '#server/http/local-requests.ts'
import type { Services } from '#server/http/services.ts'
import { administratorForLink } from '../administrator.ts'

/**
 * Creates a link that signs in once as the administrator, within ten minutes.
 * @throws HttpError 409 if the administrator's token was revoked.
 */
export async function newSignInLink({ database, config, signInCodes, publicUrl }: Services): Promise<string> {
  const tokenId = await administratorForLink(database.read, config.token)
  return `${publicUrl()}/sign-in#code=${await signInCodes.create(tokenId)}`
}

/**
 * The route that creates a sign-in link for the owner of the machine, over the socket only; over the network it does
 * not exist.
 */
export function signInLinkRoute(
  app: FastifyInstance,
  services: Services,
  isLocal: (request: FastifyRequest) => boolean,
) {
  app.post('/local/sign-in-link', { onRequest: assertLocal(isLocal) }, async () => ({
    url: await newSignInLink(services),
  }))
}
