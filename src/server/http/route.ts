import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { BodySchema, DetailedOperation, Operation, PathParameters } from '#contract/operation.ts'
import type { QueryShape, QueryValues } from '#contract/parameters/query.ts'
import type { Principal } from './principal.ts'
import type { Deployment } from './services.ts'

/** The input of a handler, read and validated by the operation's declaration. */
export interface Call<O extends Operation> {
  readonly path: PathParameters<O['path']>
  readonly query: O['query'] extends QueryShape ? QueryValues<O['query']> : Record<string, never>
  readonly body: BodySchema<O> extends z.core.$ZodType ? z.output<BodySchema<O>> : undefined
  /** The deployment of the path, which the principal may see. Throws if the path has none. */
  readonly deployment: Deployment
  readonly principal: Principal
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A route of the service: an operation of the contract and its handler. */
export interface Route {
  readonly operation: Operation
  readonly handle: (call: Call<Operation>) => Promise<unknown>
  /** Set if the response depends only on the deployment's data and the URL, not on the caller. */
  readonly forEverybody?: true
  /**
   * Responds while the data that the handler needs is being loaded; null if only the handler can respond. Such a
   * response is not cached.
   */
  readonly beforeLoaded?: (call: Call<Operation>) => Promise<PreparedJson | null>
  /** Responds to a token with compatible answers. Source: docs/api.md#compatible-answers. */
  readonly compatible?: {
    readonly handle: (call: Call<Operation>) => Promise<unknown>
    /** In place of what the operation declares. */
    readonly reads?: Pick<DetailedOperation, 'query' | 'queryFaults'>
  }
}

/**
 * Combines an operation and its handler. The handler's result is sent as JSON, a `PreparedJson` unchanged. The result
 * is undefined if the handler sent the response itself or there is none.
 */
export function handle<O extends Operation>(
  operation: O,
  handler: (call: Call<O>) => Promise<unknown>,
): Route {
  return {
    operation,
    // parse: the dispatcher fills a call according to the operation's own declaration, which gives it this type.
    handle: (call) => handler(call as unknown as Call<O>),
  }
}

/**
 * Like `handle`, for a response that is the same for every permitted caller, so that it is built once until the
 * deployment's data changes. The handler has no access to the principal, and only to the URL of the request; the
 * headers that it sets are cached too.
 */
export function handlePublic<O extends Operation>(
  operation: O,
  handler: (call: Omit<Call<O>, 'principal' | 'body'>) => Promise<unknown>,
  beforeLoaded?: (call: Call<O>) => Promise<PreparedJson | null>,
): Route {
  return {
    ...handle(operation, handler),
    forEverybody: true,
    // parse: as in `handle`.
    ...(beforeLoaded ? { beforeLoaded: (call) => beforeLoaded(call as unknown as Call<O>) } : {}),
  }
}

/** JSON text that is sent unchanged. */
export class PreparedJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
