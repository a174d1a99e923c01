import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '#contract/operation.ts'
import { HttpError, notFound } from '../errors.ts'
import { hasScope, inDeployment, type Principal, seesDeployment } from '../principal.ts'
import type { RateLimit } from '../rate-limit.ts'
import type { Deployment, Services } from '../services.ts'
import { isUint64 } from './read-request.ts'

/** The authorization of a request, determined before its body is read. */
export interface Admission {
  principal: Principal
  /** The deployment of the path; undefined if the operation has none. */
  deployment: Deployment | undefined
}

const anonymous: Principal = {
  name: '',
  machine: true,
  role: null,
  scopes: [],
  deploymentId: null,
  tokenId: null,
  sessionId: null,
  personId: null,
  roles: [],
  projects: null,
  expiresAt: null,
  compatibleAnswers: false,
}

const admissionByRequest = new WeakMap<FastifyRequest, Admission>()

/** The authorization of a request; undefined if it matches no operation. */
export const admissionOf = (request: FastifyRequest): Admission | undefined => admissionByRequest.get(request)

/**
 * Authenticates a request and checks its permissions.
 * @throws HttpError 401, 403, 404 for a deployment that the token may not see, 429. Source: docs/api.md#errors.
 */
export async function authorizeRequest(
  { services, rateLimit }: { services: Services; rateLimit: RateLimit },
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const caller = operation.scopes === 'none' ? anonymous : await services.authenticator.authenticate(request)
  await rateLimit.count(caller, reply, services.now())
  // A person may have another role in each deployment.
  const ofPerson = caller.roles.length > 0 ? await deploymentOf(services, caller, request) : undefined
  const principal = ofPerson ? inDeployment(caller, ofPerson.id) : caller
  assertScopes(operation, principal)
  const deployment = ofPerson ?? (await deploymentOf(services, principal, request))
  admissionByRequest.set(request, { principal, deployment })
}

/** Source: docs/api.md#scopes-and-roles. */
function assertScopes(operation: Operation, principal: Principal) {
  if (operation.scopes === 'none' || operation.scopes === 'any') return
  const missingScopes = operation.scopes.filter((scope) => !hasScope(principal, scope))
  if (missingScopes.length > 0)
    throw new HttpError(403, `The token does not have the scope ${missingScopes.join(', ')}.`)
}

/** A deployment that the token may not see is answered like one that does not exist. */
async function deploymentOf(
  services: Services,
  principal: Principal,
  request: FastifyRequest,
): Promise<Deployment | undefined> {
  // parse: the router gives path parameters as texts.
  const name = (request.params as Record<string, string>)['deployment']
  // An id that is not an unsigned 64-bit number is invalid, and reported with the other faults of the request.
  const { deployments, database } = services
  // Another process may have created a deployment: the one of the path, or one that the answer lists.
  if (database.isShared && (name === undefined || !deployments.find(name))) await deployments.refresh()
  if (name === undefined || (/^\d+$/.test(name) && !isUint64(name))) return undefined
  const deployment = deployments.find(name)
  if (!deployment || !seesDeployment(principal, deployment.id)) throw notFound('deployment')
  return deployment
}
