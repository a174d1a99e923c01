import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DetailedOperation, Operation } from '#contract/operation.ts'
import { withoutMe } from '#contract/parameters/owner.ts'
import { OperationPaths } from './allowed-methods.ts'
import { HttpError } from './errors.ts'
import type { Principal } from './principal.ts'
import { RateLimit } from './rate-limit.ts'
import { admissionOf, authorizeRequest } from './request/authorize-request.ts'
import { assertProjectAccess } from './request/project-access.ts'
import { readRequest } from './request/read-request.ts'
import { assertSameDeployment } from './request/same-deployment.ts'
import { type CachedResponse, ResponseCache } from './response/response-cache.ts'
import { type Call, PreparedJson, type Route } from './route.ts'
import type { Deployment, Services } from './services.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation
  }
}

/** The path of an operation in the router's syntax: `:name`, with one name for a deployment's id or slug. */
export function routerPath(path: string): string {
  return path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => `:${/^deployment(Id|Slug)$/.test(name) ? 'deployment' : name}`,
  )
}

/**
 * Registers a route for each operation of the contract: implemented ones with their handler, the others with a 501.
 * @returns their paths, for the response to other methods.
 */
export function registerOperations(
  app: FastifyInstance,
  services: Services,
  operations: readonly DetailedOperation[],
  routes: readonly Route[],
): OperationPaths {
  const rateLimit = new RateLimit(services.database, services.config.rateLimit)
  const origin = [services.database.id, services.version, services.config.publicUrl].join(' ')
  const shared = { services, rateLimit, origin, responseCache: new ResponseCache() }
  const built = new Map(routes.map((route) => [route.operation.id, route]))
  const paths = new OperationPaths()
  for (const operation of operations) {
    const url = routerPath(operation.path)
    paths.add(url, operation.method)
    const route = built.get(operation.id)
    app.route({
      method: operation.method,
      url,
      config: { operation },
      ...(operation.streams ? { compress: false } : {}),
      // Runs before the body is read, so that a rejected body is never in memory.
      onRequest: (request, reply) => authorizeRequest(shared, operation, request, reply),
      handler: (request, reply) => respond(shared, operation, route, request, reply),
    })
  }
  const refuse = async (request: FastifyRequest) => paths.assertAllowed(request)
  for (const { path: url, methods } of paths.misrouted())
    app.route({ method: methods, url, onRequest: refuse, handler: refuse })
  return paths
}

interface Shared {
  readonly services: Services
  readonly rateLimit: RateLimit
  readonly origin: string
  readonly responseCache: ResponseCache
}

async function respond(
  { services, origin, responseCache }: Shared,
  operation: DetailedOperation,
  route: Route | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (!route) throw new HttpError(501, `${operation.summary}: not implemented in this version.`)
  const admission = admissionOf(request)
  if (!admission) throw new Error(`nobody was let in to ${operation.path}`)
  const { principal, deployment } = admission
  const compatible = principal.compatibleAnswers ? route.compatible : undefined
  const declared = { ...operation, ...compatible?.reads }
  const { path, query: sent, body, unparsedBody } = readRequest(declared, request, reply)
  const query = withoutMe(sent, principal.name)
  assertSameDeployment(unparsedBody, path, deployment)
  await assertProjectAccess(principal, operation, {
    path,
    query,
    deploymentId: deployment?.id ?? 0,
    reader: services.database.read,
  })
  const version = await versionOf(services, operation, deployment, query)
  if (version !== undefined) {
    const tag = entityTag(origin, version, principal, request)
    reply.headers({ etag: tag, 'cache-control': 'private, no-cache' })
    if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(tag)) return reply.code(304).send()
  }
  reply.code(operation.success ?? 200)
  const call = {
    path: { ...path, deploymentId: path['deployment'], deploymentSlug: path['deployment'] },
    query,
    body,
    get deployment() {
      if (!deployment) throw new Error(`${operation.path} names no deployment`)
      return deployment
    },
    principal,
    request,
    reply,
    // parse: filled according to the operation's own declaration.
  } as unknown as Call<Operation>
  if (compatible) return sendResponse(operation, request, reply, await compatible.handle(call))
  const prefetched = await route.beforeLoaded?.(call)
  if (prefetched) {
    reply.removeHeader('etag')
    return reply.header('cache-control', 'no-store').type(jsonContentType).send(prefetched.text)
  }
  if (version === undefined || !route.forEverybody)
    return sendResponse(operation, request, reply, await route.handle(call))
  const accepted = request.headers['accept-encoding']
  // A filter by the person who asks selects other findings for each.
  const person = query === sent ? '' : ` ${principal.name}`
  const cached = await responseCache.getOrCreate(`${version} ${request.raw.url}${person}`, accepted, () =>
    createResponse(route, call),
  )
  return reply.headers(cached.headers).type(jsonContentType).send(cached.body)
}

/** What identifies the data that a response depends on; undefined if the change number does not. */
async function versionOf(
  services: Services,
  operation: Operation,
  deployment: Deployment | undefined,
  query: object,
): Promise<string | undefined> {
  if (!deployment || !hasEntityTag(operation)) return undefined
  const at = isTimed(operation, query) ? Math.floor(services.now() / minuteMs) : null
  return `${deployment.id} ${await changeNumberOf(services, deployment)} ${at}`
}

/** Whether a response also depends on the time. A filter that was saved may be by due date. */
const isTimed = ({ timed }: Operation, query: object) => timed === true || 'due' in query || 'filter' in query

/** The deployment's change number, which another process may have incremented. */
async function changeNumberOf({ database }: Services, deployment: Deployment): Promise<number> {
  if (!database.isShared) return deployment.change_number
  const row = await database.read
    .selectFrom('deployment')
    .select('change_number')
    .where('id', '=', deployment.id)
    .executeTakeFirstOrThrow()
  return row.change_number
}

/** A response with the headers that its handler set. */
async function createResponse(route: Route, call: Call<Operation>): Promise<CachedResponse> {
  const headers = call.reply.getHeaders()
  const text = responseText(await route.handle(call))
  const added = Object.entries(call.reply.getHeaders()).filter(([name]) => !Object.hasOwn(headers, name))
  return { headers: Object.fromEntries(added), body: Buffer.from(text) }
}

const jsonContentType = 'application/json; charset=utf-8'
const responseText = (result: unknown) =>
  result instanceof PreparedJson ? result.text : JSON.stringify(result)

/**
 * Whether the change number identifies the response, so that it can be compared before any row is read: it depends only
 * on a deployment's data.
 */
export function hasEntityTag(operation: Operation): boolean {
  return (
    operation.method === 'GET' &&
    !operation.personal &&
    operation.produces === undefined &&
    operation.scopes.length === 1 &&
    operation.scopes[0] === 'findings:read'
  )
}

/** The maximum age of a response that also depends on the time. */
const minuteMs = 60_000

/**
 * `origin` differs for each version, which may respond in another form, and for each database, which counts its changes
 * from the start. Processes of one version on one database have the same.
 */
function entityTag(origin: string, version: string, principal: Principal, request: FastifyRequest): string {
  const createResponse = createHash('sha256')
    .update(
      `${origin} ${version} ${principal.name} ${principal.scopes} ${principal.compatibleAnswers} ${request.raw.url}`,
    )
    .digest('base64url')
  return `W/"${createResponse.slice(0, 22)}"`
}

function sendResponse(operation: Operation, request: FastifyRequest, reply: FastifyReply, result: unknown) {
  if (reply.sent) return reply
  if (result === undefined) return operation.success === 204 ? reply.send() : reply
  const text = responseText(result)
  if (operation.method === 'GET' && !reply.hasHeader('etag')) {
    const tag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
    reply.headers({ etag: tag, 'cache-control': 'private, no-cache' })
    if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(tag)) return reply.code(304).send()
  }
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  return reply.type(jsonContentType).send(text)
}
