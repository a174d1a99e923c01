import type * as z from 'zod/mini'
import { answers, otherAnswers } from '#contract/answers/all.ts'
import type { Operation } from '#contract/operation.ts'
import { answerSchema, type JsonSchema } from './openapi-schemas.ts'
import { counted, linked, moreProblems } from './openapi-words.ts'

export interface Answer {
  description: string
  headers?: Record<string, unknown>
  content?: Record<string, { schema: JsonSchema; example?: unknown }>
}

export type Responses = Record<string, Answer | { $ref: string }>

const problems: Record<number, string> = {
  400: 'Malformed input; `errors` names every fault.',
  401: 'No, unknown, expired or revoked token.',
  403: 'The token lacks a scope, or Web API access.',
  404: 'Not there, or not for this token.',
  409: 'A state forbids it.',
  412: 'Changed meanwhile; `current` says how it stands.',
  413: 'The body is too large.',
  414: 'The URL is too long.',
  415: 'The body is not JSON.',
  422: 'Well-formed, but impossible together.',
  429: 'Too many at once; `Retry-After` says when to try again.',
  503: 'Starting, stopping or overloaded; `Retry-After` says when to try again.',
}

/** The shared answers, as `components.responses`. */
export const sharedResponses: Record<string, Answer> = {
  NotModified: {
    description: 'Not changed since the answer whose `ETag` was sent as `If-None-Match`; without a body.',
    headers: { ETag: { $ref: '#/components/headers/ETag' } },
  },
  ...Object.fromEntries(
    Object.entries(problems).map(([status, description]) => [`Problem${status}`, problem(description)]),
  ),
}

/** The headers of answers, as `components.headers`. */
export const sharedHeaders = {
  TotalCount: { description: 'The number of all that match.', schema: { type: 'integer', minimum: 0 } },
  Link: {
    description: 'RFC 8288 links to the first, previous, next and last page; left out over 4 KB.',
    schema: { type: 'string' },
  },
  ETag: {
    description: 'Names this state of the answer, for `If-None-Match`.',
    schema: { type: 'string' },
  },
}

/** Whether an answer can be asked for again on the condition that it has changed. */
export const isConditional = ({ method, produces }: Operation) => method === 'GET' && produces === undefined

const usualAnswers: Readonly<Record<string, z.core.$ZodType>> = answers

/** Every answer of an operation by its status, problems included. */
export function responsesOf(operation: Operation): Responses {
  const { id, scopes, path, query, body, upload } = operation
  const hasBody = body !== undefined || upload === true
  const statuses = new Set<number>([
    ...(query || hasBody || /\{\w*[iI]d\}/.test(path) ? [400] : []),
    ...(scopes === 'none' ? [] : [401, 403]),
    ...(path.includes('{') ? [404] : []),
    ...(query ? [414] : []),
    ...(hasBody ? [413, 415, 422] : []),
    ...(moreProblems[id] ?? []),
    429,
    503,
  ])
  const usual = operation.success ?? 200
  return {
    [usual]: success(operation, usualAnswers[id]),
    ...Object.fromEntries(
      Object.entries(otherAnswers[id] ?? {}).map(([status, { means, schema }]) => [
        status,
        { ...success(operation, schema), description: means },
      ]),
    ),
    ...(isConditional(operation) ? { 304: { $ref: '#/components/responses/NotModified' } } : {}),
    ...Object.fromEntries(
      [...statuses].map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
    ),
    default: problem('Any other refusal.'),
  }
}

function success(operation: Operation, answer: z.core.$ZodType | undefined): Answer {
  const { id, produces, success: status } = operation
  const headers = {
    ...(counted.has(id) ? { 'X-Total-Count': { $ref: '#/components/headers/TotalCount' } } : {}),
    ...(linked.has(id) ? { Link: { $ref: '#/components/headers/Link' } } : {}),
    ...(isConditional(operation) ? { ETag: { $ref: '#/components/headers/ETag' } } : {}),
  }
  const content = produces
    ? Object.fromEntries(
        [produces]
          .flat()
          .map((type) => [type, { schema: { type: /json$/.test(type) ? 'object' : 'string' } }]),
      )
    : answer && answer._zod.def.type !== 'undefined' && status !== 204
      ? { 'application/json': { schema: answerSchema(answer) } }
      : undefined
  return {
    description: content ? 'Done.' : 'Done, without a body.',
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(content ? { content } : {}),
  }
}

function problem(description: string): Answer {
  return {
    description,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  }
}
