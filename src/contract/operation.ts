import type * as z from 'zod/mini'
import type { ParameterFault, QueryShape } from './parameters/query.ts'

/** Whether other services have the operation too: docs/api.md#marks-of-operations. */
export type DocumentationStatus = 'documented' | 'named' | 'extension'

/** The scopes of a token. Each except `scans:write` includes `findings:read`; `admin` includes all. */
export const scopes = [
  'findings:read',
  'findings:triage',
  'findings:approve',
  'scans:write',
  'projects:write',
  'policies:write',
  'sbom:export',
  'admin',
] as const
export type Scope = (typeof scopes)[number]

/** Groups of responses that a write can invalidate; the first part of every query key. */
export type Resource =
  | 'approvals'
  | 'audit'
  | 'comments'
  | 'dependencies'
  | 'deployments'
  | 'exports'
  | 'findings'
  | 'jobs'
  | 'me'
  | 'notifications'
  | 'owners'
  | 'people'
  | 'policies'
  | 'projects'
  | 'rules'
  | 'scans'
  | 'secrets'
  | 'sessions'
  | 'settings'
  | 'tokens'
  | 'verdicts'
  | 'views'
  | 'webhooks'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The parameters in braces of a path, each a string. */
export type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParameters<Rest>
  : unknown

/** An operation of the HTTP API, as shared by the service and the dashboard. The rest is in `OperationDetails`. */
export interface Operation {
  readonly id: string
  readonly method: Method
  /** Begins with a slash, with parameters in braces. */
  readonly path: string
  /** The required scopes, all of them; 'none' if no token is needed, 'any' if every token is accepted. */
  readonly scopes: readonly Scope[] | 'none' | 'any'
  readonly query?: QueryShape
  /** The type of the JSON body: see `bodyType`. */
  readonly body?: z.core.$ZodType | undefined
  /** Set if the body is not JSON of our own: a scanner's file. */
  readonly upload?: true
  /** The media types of a successful response that is not JSON. */
  readonly produces?: string | readonly string[]
  /** Set if the response is streamed, whatever its length: it is never buffered for compression. */
  readonly streams?: true
  /** Set if the response also depends on the time of the request, not only on the deployment's data. */
  readonly timed?: true
  /** Set if the response depends on people's own data, whose changes do not change the deployment's data. */
  readonly personal?: true
  /** The success status, 200 by default. */
  readonly success?: 201 | 202 | 204
  /** The resources that a successful call of this operation invalidates. */
  readonly stale?: readonly Resource[]
}

/** The parts of an operation that only the service and the published description need. Browsers do not load them. */
export interface OperationDetails {
  readonly mark: DocumentationStatus
  readonly summary: string
  /** A longer description than the summary, as sentences in Markdown. */
  readonly description?: string
  /** The schema of the JSON body. */
  readonly body?: z.core.$ZodType
  /** The fields of an upload that is sent as a form. */
  readonly form?: z.core.$ZodType
  /** Returns the errors of combinations of query values that are each valid alone. */
  readonly queryFaults?: (query: Record<string, never>) => ParameterFault[]
}

/** An operation with its details, as the service and the published description use it. */
export type DetailedOperation = Omit<Operation, 'body'> & OperationDetails

/**
 * Declares an operation, keeping its literal types. Marked as free of side effects, so that a browser's build includes
 * only the operations it calls.
 */
/* @__NO_SIDE_EFFECTS__ */
export function operation<const O extends Operation>(declared: O): O {
  return declared
}

/** The schema type of an operation's body; undefined if it has none. */
export type BodySchema<O extends Operation> = O extends { body: infer S extends z.core.$ZodType | undefined }
  ? NonNullable<S>
  : undefined

/** Returns the type of an operation's JSON body. The schema itself is part of the operation's details. */
/* @__NO_SIDE_EFFECTS__ */
export function bodyType<S extends z.core.$ZodType>(): S | undefined {
  return undefined
}

const prefix = '/api/v1'
/** The path prefix of a deployment's operations; both id and slug are accepted. */
export const byId = `${prefix}/deployments/{deploymentId}` as const
export const bySlug = `${prefix}/deployments/{deploymentSlug}` as const
export { prefix }
