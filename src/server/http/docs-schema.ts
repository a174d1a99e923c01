import { type Html, html } from './docs-html.ts'
import type { JsonSchema } from './openapi-schemas.ts'

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const schemasIn = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.filter(isSchema) : [])

/** Where the fields of a named schema stand on the page. */
export const schemaAnchor = (name: string) => `schema-${name}`

/** What a schema takes, in a few words: `string · at most 500 characters`. */
export function typeWords(schema: JsonSchema): Html {
  const reference = schema['$ref']
  if (typeof reference === 'string') {
    const name = reference.split('/').at(-1) ?? ''
    return html`<a href="#${schemaAnchor(name)}">${name}</a>`
  }
  const variants = variantsOf(schema)
  if (variants) return joined(variants.map(typeWords), ' or ')
  const words = schema['enum']
  if (Array.isArray(words))
    return joined(
      words.map((word) => html`<code>${String(word)}</code>`),
      ' · ',
    )
  if ('const' in schema) return html`<code>${JSON.stringify(schema['const'])}</code>`
  if (schema['type'] === 'array')
    return html`list of ${isSchema(schema['items']) ? typeWords(schema['items']) : 'values'}`
  const type = Array.isArray(schema['type']) ? schema['type'].join(' or ') : schema['type']
  return html`${type === undefined ? 'any value' : String(type)}${limits(schema)}`
}

function limits(schema: JsonSchema): string {
  const { format, minimum, maximum, maxLength } = schema
  const parts = [
    ...(typeof format === 'string' ? [`<${format}>`] : []),
    ...(typeof minimum === 'number' && typeof maximum === 'number' ? [`, ${minimum} to ${maximum}`] : []),
    ...(typeof maxLength === 'number' ? [`, at most ${maxLength} characters`] : []),
    usually(schema),
  ]
  return parts.join('')
}

const usually = ({ default: usual }: JsonSchema) =>
  usual === undefined ? '' : `, ${String(usual)} unless given`

const variantsOf = (schema: JsonSchema): JsonSchema[] | undefined => {
  const found = [...schemasIn(schema['anyOf']), ...schemasIn(schema['oneOf'])]
  return found.length > 0 ? found : undefined
}

/** The fields of a schema with what each takes, those inside folded; nothing where it has none. */
export function fieldList(schema: JsonSchema): Html {
  const variants = variantsOf(schema)
  if (variants) return html`${variants.map(fieldList)}`
  if (isSchema(schema['items'])) return fieldList(schema['items'])
  if (!isSchema(schema['properties'])) return html``
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const fields = Object.entries(schema['properties']).filter((entry): entry is [string, JsonSchema] =>
    isSchema(entry[1]),
  )
  return html`<ul class="fields">${fields.map(([name, field]) => {
    const inner = fieldList(field)
    return html`<li><span class="field"><code>${name}</code>${
      required.includes(name) ? html` <b>required</b>` : ''
    } <span class="type">${typeWords(field)}</span></span>${
      inner.text === '' ? '' : html`<details><summary>Fields</summary>${inner}</details>`
    }</li>`
  })}</ul>`
}

function joined(parts: readonly Html[], between: string): Html {
  return html`${parts.flatMap((part, index) => (index === 0 ? [part] : [between, part]))}`
}
