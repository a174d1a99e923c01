import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '#contract/operation.ts'
import { notFound, Refusal } from './errors.ts'
import { holds, type Principal } from './principal.ts'
import type { RateLimit } from './rate-limit.ts'
import { isUint64 } from './read-request.ts'
import type { Deployment, Services } from './services.ts'

/** Who was let in to an operation, before anything of the request's body is read. */
export interface Admission {
  principal: Principal
  /** The deployment of the path; undefined where the operation names none. */
  deployment: Deployment | undefined
}

const nobody: Principal = {
  name: '',
  machine: true,
  role: null,
  scopes: [],
  deploymentId: null,
  tokenId: null,
  sessionId: null,
  expiresAt: null,
}

const admissions = new WeakMap<FastifyRequest, Admission>()

/** Who was let in with a request; undefined for one that asks for no operation. */
export const admissionOf = (request: FastifyRequest): Admission | undefined => admissions.get(request)

/**
 * Finds out who asks and whether they may.
 * @throws Refusal 401, 403, 404 for a deployment that the token may not see, 429. Source: docs/api.md#errors.
 */
export async function admit(
  { services, rateLimit }: { services: Services; rateLimit: RateLimit },
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const principal = operation.scopes === 'none' ? nobody : await services.authenticator.authenticate(request)
  rateLimit.count(principal, reply, services.now())
  allow(operation, principal)
  admissions.set(request, { principal, deployment: deploymentOf(services, principal, request) })
}

/** Source: docs/api.md#scopes-and-roles. */
function allow(operation: Operation, principal: Principal) {
  if (operation.scopes === 'none' || operation.scopes === 'any') return
  const lacking = operation.scopes.filter((scope) => !holds(principal, scope))
  if (lacking.length > 0) throw new Refusal(403, `The token does not have the scope ${lacking.join(', ')}.`)
}

/** A deployment that the token may not see is answered like one that is not there. */
function deploymentOf(
  services: Services,
  principal: Principal,
  request: FastifyRequest,
): Deployment | undefined {
  // parse: the router gives path parameters as texts.
  const name = (request.params as Record<string, string>)['deployment']
  // An id that is no number of 64 bits is a bad value, told with the other faults of the request.
  if (name === undefined || (/^\d+$/.test(name) && !isUint64(name))) return undefined
  const found = services.deployments.find(name)
  if (!found || (principal.deploymentId !== null && principal.deploymentId !== found.id))
    throw notFound('deployment')
  return found
}
