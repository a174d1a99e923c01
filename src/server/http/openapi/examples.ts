import type { DescribedOperation } from './document.ts'
import type { JsonSchema } from './schemas.ts'

/** An example request of an operation and its response, as recorded with made-up data. */
export interface PublishedExample {
  path: Readonly<Record<string, string>>
  query: Readonly<Record<string, string | number | boolean>>
  body?: unknown
  status: number
  /** The media type of the response. */
  type?: string
  answer?: unknown
}

/** The example of each operation by its id, as recorded by `vitest -u`; read on first use. */
export async function readExamples(): Promise<Readonly<Record<string, PublishedExample>>> {
  const { default: examples } = await import('./examples.json', { with: { type: 'json' } })
  // parse: written by the test from values of this type.
  return examples as Readonly<Record<string, PublishedExample>>
}

/** Adds an example to a described operation: to its parameters, its body and the response of that status. */
export function withExample(operation: DescribedOperation, example: PublishedExample): DescribedOperation {
  const input: Record<string, Readonly<Record<string, unknown>>> = {
    path: example.path,
    query: example.query,
  }
  const { requestBody, responses } = operation
  const listed = responses[example.status]
  return {
    ...operation,
    parameters: operation.parameters.map((one) => {
      const value = input[one.in]?.[one.name]
      return value === undefined ? one : { ...one, example: readAs(one.schema, String(value)) }
    }),
    ...(requestBody && example.body !== undefined
      ? {
          requestBody: {
            ...requestBody,
            content: exampleIn(requestBody.content, 'application/json', example.body),
          },
        }
      : {}),
    responses:
      listed && !('$ref' in listed) && listed.content && example.answer !== undefined
        ? {
            ...responses,
            [example.status]: {
              ...listed,
              content: exampleIn(listed.content, example.type ?? '', example.answer),
            },
          }
        : responses,
  }
}

function exampleIn<T extends object>(content: Record<string, T>, type: string, example: unknown) {
  const described = content[type]
  return described ? { ...content, [type]: { ...described, example } } : content
}

/** Converts a text of a URL to the type of its schema. */
export function readAs(schema: JsonSchema, text: string): unknown {
  const { type, items } = Object.hasOwn(schema, 'anyOf') ? Object([schema['anyOf']].flat()[0]) : schema
  if (type === 'array') return text.split(',').map((part) => readAs(Object(items), part))
  return type === 'integer' || type === 'number' || type === 'boolean' ? JSON.parse(text) : text
}
