import type * as z from 'zod/mini'
import type { Operation } from '#contract/operation.ts'
import { otherResponses, responses } from '#contract/responses/all.ts'
import { additionalProblems, operationsWithCount, operationsWithLinks } from './descriptions.ts'
import { type JsonSchema, responseSchema } from './schemas.ts'

export interface ResponseDescription {
  description: string
  headers?: Record<string, unknown>
  content?: Record<string, { schema: JsonSchema; example?: unknown }>
}

export type Responses = Record<string, ResponseDescription | { $ref: string }>

const problems: Record<number, string> = {
  400: 'The request is malformed; `errors` lists all problems.',
  401: 'The token is missing, unknown, expired or revoked.',
  403: 'The token lacks a scope or Web API access.',
  404: 'The resource does not exist, or the token has no access to it.',
  409: 'The request conflicts with the current state.',
  412: 'The resource has changed; `current` has its present state.',
  413: 'The body is too large.',
  414: 'The URL is too long.',
  415: 'The body is not JSON.',
  422: 'The values are valid, but cannot be combined.',
  429: 'Too many requests; `Retry-After` has the time to wait.',
  503: 'The service is starting, stopping or overloaded; `Retry-After` has the time to wait.',
}

/** The shared responses, as `components.responses`. */
export const sharedResponses: Record<string, ResponseDescription> = {
  NotModified: {
    description: 'Not modified since the response with the `ETag` in `If-None-Match`. Has no body.',
    headers: { ETag: { $ref: '#/components/headers/ETag' } },
  },
  ...Object.fromEntries(
    Object.entries(problems).map(([status, description]) => [
      `Problem${status}`,
      problemResponse(description),
    ]),
  ),
}

/** The response headers, as `components.headers`. */
export const sharedHeaders = {
  TotalCount: { description: 'The total number of matches.', schema: { type: 'integer', minimum: 0 } },
  Link: {
    description: 'RFC 8288 links to the first, previous, next and last page; omitted above 4 KB.',
    schema: { type: 'string' },
  },
  ETag: {
    description: 'The version of the response, for `If-None-Match`.',
    schema: { type: 'string' },
  },
}

/** Whether a response supports conditional requests. */
export const isConditional = ({ method, produces }: Operation) => method === 'GET' && produces === undefined

const commonProblems: Readonly<Record<string, z.core.$ZodType>> = responses

/** All responses of an operation by status, including problems. */
export function responsesOf(operation: Operation): Responses {
  const { id, scopes, path, query, body, upload } = operation
  const hasBody = body !== undefined || upload === true
  const statuses = new Set<number>([
    ...(query || hasBody || /\{\w*[iI]d\}/.test(path) ? [400] : []),
    ...(scopes === 'none' ? [] : [401, 403]),
    ...(path.includes('{') ? [404] : []),
    ...(query ? [414] : []),
    ...(hasBody ? [413, 415, 422] : []),
    ...(additionalProblems[id] ?? []),
    429,
    503,
  ])
  const usual = operation.success ?? 200
  return {
    [usual]: successResponse(operation, commonProblems[id]),
    ...Object.fromEntries(
      Object.entries(otherResponses[id] ?? {}).map(([status, { means, schema }]) => [
        status,
        { ...successResponse(operation, schema), description: means },
      ]),
    ),
    ...(isConditional(operation) ? { 304: { $ref: '#/components/responses/NotModified' } } : {}),
    ...Object.fromEntries(
      [...statuses].map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
    ),
    default: problemResponse('Any other error.'),
  }
}

function successResponse(operation: Operation, response: z.core.$ZodType | undefined): ResponseDescription {
  const { id, produces, success: status } = operation
  const headers = {
    ...(operationsWithCount.has(id) ? { 'X-Total-Count': { $ref: '#/components/headers/TotalCount' } } : {}),
    ...(operationsWithLinks.has(id) ? { Link: { $ref: '#/components/headers/Link' } } : {}),
    ...(isConditional(operation) ? { ETag: { $ref: '#/components/headers/ETag' } } : {}),
  }
  const content = produces
    ? Object.fromEntries(
        [produces]
          .flat()
          .map((type) => [type, { schema: { type: /json$/.test(type) ? 'object' : 'string' } }]),
      )
    : response && response._zod.def.type !== 'undefined' && status !== 204
      ? { 'application/json': { schema: responseSchema(response) } }
      : undefined
  return {
    description: content ? 'Success.' : 'Success, without a body.',
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(content ? { content } : {}),
  }
}

function problemResponse(description: string): ResponseDescription {
  return {
    description,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  }
}
