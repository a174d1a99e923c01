import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { operations } from '#contract/all.ts'
import type { Operation } from '#contract/operation.ts'
import { readAs } from '../../http/openapi/examples.ts'
import { openApiDocument } from '../../http/openapi/openapi.ts'
import type { JsonSchema } from '../../http/openapi/schemas.ts'

const everything = new Set(operations.map(({ id }) => id))
const document = openApiDocument(operations, everything, '0.0.0-test')
const ajv = new Ajv2020({
  strict: false,
  formats: { ...fullFormats, uint64: /^\d{1,20}$/, uint32: { type: 'number', validate: () => true } },
})
ajv.addSchema({ $id: 'openapi', ...document })
const validators = new Map<string, ValidateFunction>()

interface ExampleResponse {
  status: number
  headers: Record<string, unknown>
  body: unknown
}

interface ExampleRequest {
  path?: Record<string, string | number>
  query?: string | Record<string, string | number | boolean>
  body?: unknown
}

/** Headers that say something of one operation's answers. */
const describedHeaders = ['X-Total-Count', 'Link', 'ETag']

/** What the published description of an operation gets wrong about an answer of the service; nothing where it is right. */
export function responseFaults(operation: Operation, { status, headers, body }: ExampleResponse): string[] {
  // That the service fails is said of no operation.
  if (status === 500) return []
  const described = document.paths[operation.path]?.[operation.method.toLowerCase()]
  const listed = described?.responses[status]
  const text = `${operation.id} ${status}`
  if (!listed) return [`${text} is not described`]
  if (status >= 300) return []
  const { content = {}, headers: own = {} } = '$ref' in listed ? {} : listed
  const undescribed = describedHeaders.filter(
    (name) => headers[name.toLowerCase()] !== undefined && !own[name],
  )
  const faults = undescribed.map((name) => `${text} has ${name}, which is not described`)
  const type = String(headers['content-type'] ?? '').split(';')[0] ?? ''
  if (status === 204 || (type === '' && Object.keys(content).length === 0)) return faults
  if (!content[type]) return [...faults, `${text} has the type ${type}, which is not described`]
  if (type !== 'application/json' || operation.produces !== undefined) return faults
  return [...faults, ...faultsOf(operation, status, body).map((fault) => `${text} ${fault}`)]
}

/** What the published description refuses of a request that the service takes; nothing where it is right. */
export function requestFaults(
  operation: Operation,
  { path = {}, query = '', body }: ExampleRequest,
): string[] {
  const described = document.paths[operation.path]?.[operation.method.toLowerCase()]
  const pairs = typeof query === 'string' ? [...new URLSearchParams(query)] : Object.entries(query)
  const parameterValues: Record<string, Record<string, unknown>> = { path, query: Object.fromEntries(pairs) }
  const parameters = described?.parameters ?? []
  const unknown = pairs
    .map(([name]) => name)
    .filter((name) => !parameters.some((one) => one.in === 'query' && one.name === name))
  const faults = parameters.flatMap(({ in: place, name, required, schema }) => {
    const value = parameterValues[place]?.[name]
    if (value === undefined) return required ? [`${name} is missing`] : []
    const validate = ajv.compile(schema)
    return validate(readAs(schema, String(value))) ? [] : [`${name} ${ajv.errorsText(validate.errors)}`]
  })
  const { schema: bodySchema } = described?.requestBody?.content['application/json'] ?? {}
  const wrongBody = bodySchema && !Buffer.isBuffer(body) && !ajv.validate(bodySchema, body ?? {})
  return [
    ...unknown.map((name) => `${name} is not described`),
    ...faults,
    ...(wrongBody ? [`the body ${ajv.errorsText()}`] : []),
  ]
}

function faultsOf({ path, method }: Operation, status: number, body: unknown): string[] {
  const place = [
    'paths',
    path,
    method.toLowerCase(),
    'responses',
    String(status),
    'content',
    'application/json',
  ]
  const pointer = [...place, 'schema'].map((part) =>
    encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
  )
  const reference = `openapi#/${pointer.join('/')}`
  const validate = validators.get(reference) ?? ajv.compile({ $ref: reference })
  validators.set(reference, validate)
  if (validate(body)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

interface DescribedValue {
  in: 'query' | 'body'
  name: string
  schema: JsonSchema
}

/** What an operation takes in its query and its body, as described. */
function describedValues({ path, method }: Operation): DescribedValue[] {
  const described = document.paths[path]?.[method.toLowerCase()]
  const { schema: body } = described?.requestBody?.content['application/json'] ?? {}
  return [
    ...(described?.parameters ?? []).map(({ name, schema }) => ({ in: 'query' as const, name, schema })),
    ...Object.entries(Object(body?.['properties'])).map(([name, schema]) => ({
      in: 'body' as const,
      name,
      schema: Object(schema),
    })),
  ]
}

/** Whether an operation takes a value of this name. */
export const acceptsValues = (operation: Operation, within: 'query' | 'body', name: string) =>
  describedValues(operation).some((one) => one.in === within && one.name === name)

/** The values that the published description of an operation says are meant where none are sent. */
export const commonValues = (operation: Operation) =>
  describedValues(operation).flatMap(({ schema, ...one }) =>
    schema['default'] === undefined ? [] : [{ ...one, value: schema['default'] }],
  )
