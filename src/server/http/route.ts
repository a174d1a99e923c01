import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { BodySchema, Operation, PathParameters } from '#contract/operation.ts'
import type { QueryShape, QueryValues } from '#contract/parameters/query.ts'
import type { Principal } from './principal.ts'
import type { Deployment } from './services.ts'

/** What a handler is given: everything read and checked by the operation's declaration. */
export interface Call<O extends Operation> {
  readonly path: PathParameters<O['path']>
  readonly query: O['query'] extends QueryShape ? QueryValues<O['query']> : Record<string, never>
  readonly body: BodySchema<O> extends z.core.$ZodType ? z.output<BodySchema<O>> : undefined
  /** The deployment of the path, which the principal may see. Throws where the path has none. */
  readonly deployment: Deployment
  readonly principal: Principal
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A route of the service: an operation of the contract and what answers it. */
export interface Route {
  readonly operation: Operation
  readonly handle: (call: Call<Operation>) => Promise<unknown>
  /** Set where the answer follows from the deployment's data and the address alone, whoever asks. */
  readonly forEverybody?: true
  /**
   * Answers while the data that the handler needs is being loaded; null where only the handler can. Such an answer is
   * kept by nobody.
   */
  readonly beforeLoaded?: (call: Call<Operation>) => Promise<PreparedJson | null>
}

/**
 * Joins an operation and its handler. What the handler resolves to is sent as JSON; a `PreparedJson` as it is, and
 * undefined when the handler sent the answer itself or there is none.
 */
export function handle<O extends Operation>(
  operation: O,
  handler: (call: Call<O>) => Promise<unknown>,
): Route {
  return {
    operation,
    // parse: the dispatcher fills a call by the operation's own declaration, so the general call is this one.
    handle: (call) => handler(call as unknown as Call<O>),
  }
}

/**
 * The same for an answer that is one for all who may ask, so that it is made once until the deployment's data changes.
 * Its handler never learns who asks, and of the request only the address; headers that it gives are kept with it.
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

/** JSON text that is sent as it is. */
export class PreparedJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
