import type { DetailedOperation, Operation } from '#contract/operation.ts'
import { introduction, tagOf, tags } from './descriptions.ts'
import type { DescribedOperation, OpenApiDocument, Parameter } from './document.ts'
import { type PublishedExample, withExample } from './examples.ts'
import { appliesToOperation } from './filters.ts'
import { idDescriptions, pathDescriptions, queryDescriptions } from './parameters.ts'
import { isConditional, responsesOf, sharedHeaders, sharedResponses } from './responses.ts'
import { componentSchemas, inlineSchema } from './schemas.ts'
import { toleratedInBody, toleratedInQuery } from './tolerated.ts'

/**
 * Describes the implemented operations as an OpenAPI 3.1 document, derived from the contract only.
 * @param builtIds the implemented operations.
 * @param version the version of Gatehouse.
 * @param examples a request and its response of each operation, by the operation's id.
 */
export function openApiDocument(
  operations: readonly DetailedOperation[],
  builtIds: ReadonlySet<string>,
  version: string,
  examples: Readonly<Record<string, PublishedExample>> = {},
): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const operation of operations) {
    if (!builtIds.has(operation.id)) continue
    const plain = describeOperation(operation)
    const example = examples[operation.id]
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: example ? withExample(plain, example) : plain,
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
      schemas: usedComponents('schemas', componentSchemas(), paths, sharedResponses),
      responses: usedComponents('responses', sharedResponses, paths),
      headers: usedComponents('headers', sharedHeaders, paths, sharedResponses),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A token with Web API access.' },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'gatehouse_session',
          description:
            'The session of the dashboard. Requests that change data are only accepted from its own pages.',
        },
      },
    },
  }
}

/** The components of a kind that are referenced, directly or through other components of the same kind. */
function usedComponents<T>(
  kind: string,
  parts: Record<string, T>,
  ...referring: unknown[]
): Record<string, T> {
  const prefix = `#/components/${kind}/`
  const names = new Set<string>()
  const visit = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)) {
      const part = name.startsWith(prefix) ? name.slice(prefix.length) : ''
      if (names.has(part) || !Object.hasOwn(parts, part)) continue
      names.add(part)
      visit(parts[part])
    }
  }
  visit(referring)
  return Object.fromEntries(Object.entries(parts).filter(([name]) => names.has(name)))
}

function describeOperation(operation: DetailedOperation): DescribedOperation {
  return {
    operationId: operation.id,
    summary: operation.summary,
    ...(operation.description ? { description: operation.description } : {}),
    tags: [tagOf(operation)],
    parameters: [...pathParameters(operation), ...queryParameters(operation), ...headerParameters(operation)],
    ...requestBody(operation),
    responses: responsesOf(operation),
    security: operation.scopes === 'none' ? [] : [{ bearer: [] }, { cookie: [] }],
    'x-mark': operation.mark,
    'x-scopes': operation.scopes,
  }
}

function pathParameters({ path }: Operation): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const schema = Object.hasOwn(idDescriptions, name)
      ? { type: 'string', format: 'uint64', pattern: '^(0|[1-9][0-9]{0,19})$' }
      : { type: 'string' }
    const description = idDescriptions[name] ?? pathDescriptions[name]
    return { name, in: 'path', required: true, ...(description ? { description } : {}), schema }
  })
}

function queryParameters(operation: Operation): Parameter[] {
  const { id, query } = operation
  return Object.entries(query ?? {})
    .filter(([name]) => appliesToOperation(operation, name))
    .map(([name, shape]) => {
      const words = queryDescriptions[`${id}.${name}`] ?? queryDescriptions[name] ?? {}
      const schema = toleratedInQuery(inlineSchema(shape, 'input'))
      return {
        name,
        in: 'query',
        ...(words.required ? { required: true } : {}),
        ...(words.description ? { description: words.description } : {}),
        schema: words.default === undefined ? schema : { ...schema, default: words.default },
        ...(schema['type'] === 'array' ? { style: 'form', explode: true } : {}),
      }
    })
}

function headerParameters(operation: Operation): Parameter[] {
  const text = { type: 'string' }
  if (operation.id === 'setRuleMode')
    return [{ name: 'If-Match', in: 'header', description: 'The `etag` of the rule.', schema: text }]
  if (!isConditional(operation)) return []
  return [
    {
      name: 'If-None-Match',
      in: 'header',
      description: 'The `ETag` of an earlier response; returns 304 if it is unchanged.',
      schema: text,
    },
  ]
}

function requestBody({ body, form, upload }: DetailedOperation): Pick<DescribedOperation, 'requestBody'> {
  if (upload) {
    const file = { schema: { type: 'string', format: 'binary' } }
    return {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: {} },
          'application/octet-stream': file,
          ...(form ? { 'multipart/form-data': { schema: inlineSchema(form, 'input') } } : {}),
        },
      },
    }
  }
  if (!body) return {}
  const schema = toleratedInBody(inlineSchema(body, 'input'))
  const empty = body._zod.def.type === 'object' && !Array.isArray(schema['required'])
  return { requestBody: { required: !empty, content: { 'application/json': { schema } } } }
}
