import type * as z from 'zod/mini'
import { acceptedAnswers } from '#contract/answers/all.ts'
import type { Operation } from '#contract/operation.ts'
import { answerSchema, componentSchemas, inlineSchema, type JsonSchema } from './openapi-schemas.ts'
import {
  counted,
  introduction,
  linked,
  moreProblems,
  pathWords,
  queryWords,
  tagOf,
  tags,
} from './openapi-words.ts'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: JsonSchema
  style?: string
  explode?: boolean
}

interface Answer {
  description: string
  headers?: Record<string, unknown>
  content?: Record<string, { schema: JsonSchema }>
}

export interface DescribedOperation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, Answer | { $ref: string }>
  security: Record<string, string[]>[]
  'x-mark': Operation['mark']
  'x-scopes': Operation['scopes']
}

export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, DescribedOperation>>
  components: Record<string, Record<string, unknown>>
}

const problems: Record<number, string> = {
  400: 'Malformed input; `errors` names every fault.',
  401: 'No, unknown, expired or revoked token.',
  403: 'The token lacks a scope, or Web API access.',
  404: 'Not there, or not for this token.',
  409: 'A state forbids it.',
  412: 'Changed meanwhile; `current` says how it stands.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'Well-formed, but impossible together.',
  429: 'Too many at once; `Retry-After` says when to try again.',
  503: 'Starting, stopping or overloaded; `Retry-After` says when to try again.',
}

/**
 * Describes the operations that a service has built as an OpenAPI 3.1 document, made from the contract alone.
 * @param answers the schema of each operation's successful answer, by the operation's id.
 * @param builtIds the operations that the service answers.
 * @param version the version of Gatehouse.
 */
export function openApiDocument(
  operations: readonly Operation[],
  answers: Readonly<Record<string, z.core.$ZodType>>,
  builtIds: ReadonlySet<string>,
  version: string,
): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const operation of operations) {
    if (!builtIds.has(operation.id)) continue
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: described(operation, answers[operation.id]),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gatehouse API',
      version,
      description: introduction,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags,
    paths,
    components: {
      schemas: componentSchemas(),
      responses: Object.fromEntries(
        Object.entries(problems).map(([status, description]) => [`Problem${status}`, problem(description)]),
      ),
      headers: {
        TotalCount: { description: 'The number of all that match.', schema: { type: 'integer', minimum: 0 } },
        Link: {
          description: 'RFC 8288 links to the first, previous, next and last page; left out over 4 KB.',
          schema: { type: 'string' },
        },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A token with Web API access.' },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'gatehouse_session',
          description: 'The session of the dashboard; changes must come from its own pages.',
        },
      },
    },
  }
}

function described(operation: Operation, answer: z.core.$ZodType | undefined): DescribedOperation {
  return {
    operationId: operation.id,
    summary: operation.summary,
    ...(operation.description ? { description: operation.description } : {}),
    tags: [tagOf(operation)],
    parameters: [...pathParameters(operation), ...queryParameters(operation), ...headerParameters(operation)],
    ...requestBody(operation),
    responses: responses(operation, answer),
    security: operation.scopes === 'none' ? [] : [{ bearer: [] }, { cookie: [] }],
    'x-mark': operation.mark,
    'x-scopes': operation.scopes,
  }
}

function pathParameters({ path }: Operation): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const words = pathWords[name]
    const schema = words
      ? { type: 'string' }
      : { type: 'string', format: 'uint64', pattern: '^(0|[1-9][0-9]{0,19})$' }
    return { name, in: 'path', required: true, ...(words ? { description: words } : {}), schema }
  })
}

function queryParameters({ id, query }: Operation): Parameter[] {
  return Object.entries(query ?? {}).map(([name, shape]) => {
    const words = queryWords[`${id}.${name}`] ?? queryWords[name] ?? {}
    const schema = inlineSchema(shape, 'input')
    return {
      name,
      in: 'query',
      ...(words.description ? { description: words.description } : {}),
      schema: words.default === undefined ? schema : { ...schema, default: words.default },
      ...(schema['type'] === 'array' ? { style: 'form', explode: true } : {}),
    }
  })
}

function headerParameters({ id }: Operation): Parameter[] {
  if (id !== 'setRuleMode') return []
  return [
    { name: 'If-Match', in: 'header', description: 'The `etag` of the rule.', schema: { type: 'string' } },
  ]
}

function requestBody({ body, upload }: Operation): Pick<DescribedOperation, 'requestBody'> {
  if (upload) {
    const file = { schema: { type: 'string', format: 'binary' } }
    return {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: {} }, 'application/octet-stream': file },
      },
    }
  }
  if (!body) return {}
  const schema = inlineSchema(body, 'input')
  const empty = body._zod.def.type === 'object' && !Array.isArray(schema['required'])
  return { requestBody: { required: !empty, content: { 'application/json': { schema } } } }
}

function responses(
  operation: Operation,
  answer: z.core.$ZodType | undefined,
): DescribedOperation['responses'] {
  const { id, scopes, path, query, body, upload } = operation
  const hasBody = body !== undefined || upload === true
  const statuses = new Set<number>([
    ...(query || hasBody || /\{\w*[iI]d\}/.test(path) ? [400] : []),
    ...(scopes === 'none' ? [] : [401, 403]),
    ...(path.includes('{') ? [404] : []),
    ...(hasBody ? [413, 415, 422] : []),
    ...(moreProblems[id] ?? []),
    429,
    503,
  ])
  const listed = [...statuses].sort((one, other) => one - other)
  return {
    [String(operation.success ?? 200)]: success(operation, answer),
    ...(acceptedAnswers[operation.id] ? { 202: success(operation, acceptedAnswers[operation.id]) } : {}),
    ...Object.fromEntries(
      listed.map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
    ),
    default: problem('Any other refusal.'),
  }
}

function success({ id, produces, success: status }: Operation, answer: z.core.$ZodType | undefined): Answer {
  const headers = {
    ...(counted.has(id) ? { 'X-Total-Count': { $ref: '#/components/headers/TotalCount' } } : {}),
    ...(linked.has(id) ? { Link: { $ref: '#/components/headers/Link' } } : {}),
  }
  const content = produces
    ? { [produces]: { schema: { type: 'string' } } }
    : answer && answer._zod.def.type !== 'undefined' && status !== 204
      ? { 'application/json': { schema: answerSchema(answer) } }
      : undefined
  return {
    description: content ? 'Done.' : 'Done, without a body.',
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(content ? { content } : {}),
  }
}

const problem = (description: string): Answer => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})
