import type * as z from 'zod/mini'
import type { ParameterFault, QueryShape } from './parameters/query.ts'

/** Whether other services have the operation too: docs/api.md#marks-of-operations. */
export type DocumentationStatus = 'documented' | 'named' | 'extension'

/** What a token may do. Each but `scans:write` includes `findings:read`; `admin` includes all. */
export const scopes = [
  'findings:read',
  'findings:triage',
  'scans:write',
  'projects:write',
  'policies:write',
  'sbom:export',
  'admin',
] as const
export type Scope = (typeof scopes)[number]

/** Families of answers that a write can make stale; the first part of every query key. */
export type Resource =
  | 'audit'
  | 'dependencies'
  | 'deployments'
  | 'exports'
  | 'findings'
  | 'jobs'
  | 'me'
  | 'policies'
  | 'projects'
  | 'rules'
  | 'scans'
  | 'secrets'
  | 'sessions'
  | 'settings'
  | 'tokens'
  | 'views'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The names in braces of a path, each a string. */
export type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParameters<Rest>
  : unknown

/** One operation of the HTTP API: what the service and the dashboard share. The rest is in `OperationDetails`. */
export interface Operation {
  readonly id: string
  readonly method: Method
  /** Beginning with a slash, parameters in braces. */
  readonly path: string
  /** Scopes that must all be there; 'none' where no token is needed, 'any' where every token will do. */
  readonly scopes: readonly Scope[] | 'none' | 'any'
  readonly query?: QueryShape
  /** The type of the JSON body: see `bodyType`. */
  readonly body?: z.core.$ZodType | undefined
  /** Set where the body is not JSON of our own: a scanner's file. */
  readonly upload?: true
  /** The media types of a successful answer, where it is not JSON. */
  readonly produces?: string | readonly string[]
  /** Set where the answer is written while it is made, however long it is: it is never held back to be compressed. */
  readonly streams?: true
  /** Set where the answer also follows from the time it is asked at, and not from the deployment's data alone. */
  readonly timed?: true
  /** Set where the answer follows from what people keep for themselves, which is no change of the deployment's data. */
  readonly personal?: true
  /** The status of success, 200 where not said. */
  readonly success?: 201 | 202 | 204
  /** Answers that a successful call of this operation makes stale. */
  readonly stale?: readonly Resource[]
}

/** What only the service and the published description need of an operation. No browser loads it. */
export interface OperationDetails {
  readonly mark: DocumentationStatus
  readonly summary: string
  /** More than the summary says, in sentences, Markdown. */
  readonly description?: string
  /** The schema of the JSON body. */
  readonly body?: z.core.$ZodType
  /** What is wrong between values of the query that are right alone. */
  readonly queryFaults?: (query: Record<string, never>) => ParameterFault[]
}

/** An operation with its details, as the service and the published description use it. */
export type DetailedOperation = Omit<Operation, 'body'> & OperationDetails

/**
 * Declares an operation, keeping its literal types. Marked as free of effects, so that a browser's build holds none but
 * the operations it calls.
 */
/* @__NO_SIDE_EFFECTS__ */
export function operation<const O extends Operation>(declared: O): O {
  return declared
}

/** The schema of the body of an operation, as a type; undefined where it takes none. */
export type BodySchema<O extends Operation> = O extends { body: infer S extends z.core.$ZodType | undefined }
  ? NonNullable<S>
  : undefined

/** Gives an operation the type of its JSON body. The schema itself is one of the operation's details. */
/* @__NO_SIDE_EFFECTS__ */
export function bodyType<S extends z.core.$ZodType>(): S | undefined {
  return undefined
}

const prefix = '/api/v1'
/** Where the operations of one deployment live; id and slug are accepted in either place. */
export const byId = `${prefix}/deployments/{deploymentId}` as const
export const bySlug = `${prefix}/deployments/{deploymentSlug}` as const
export { prefix }
