import type { JsonSchema } from '../openapi/schemas.ts'
import { isTolerated } from '../openapi/tolerated.ts'
import { type Html, html } from './html.ts'

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const schemasIn = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.filter(isSchema) : [])

/** The anchor of a named schema's fields on the page. */
export const schemaAnchor = (name: string) => `schema-${name}`

/** A short description of a schema: `string, at most 500 characters; default path`. */
export const typeLabel = (schema: JsonSchema): Html => html`${kindLabel(schema)}${defaultText(schema)}`

function kindLabel(schema: JsonSchema): Html {
  const reference = schema['$ref']
  if (typeof reference === 'string') {
    const name = reference.split('/').at(-1) ?? ''
    return html`<a href="#${schemaAnchor(name)}">${name}</a>`
  }
  const variants = variantsOf(schema)
  if (variants) {
    const isOpen = variants.some((one) => Array.isArray(one['enum'])) && variants.some(isText)
    const labels = variants.filter((one) => !isNull(one) && !(isOpen && isText(one))).map(typeLabel)
    const others = [...(isOpen ? [html`another word`] : []), ...(variants.some(isNull) ? [html`null`] : [])]
    return joinHtml([...labels, ...others], ' or ')
  }
  const words = schema['enum']
  if (Array.isArray(words))
    return joinHtml(
      words.map((word) => html`<code>${String(word)}</code>`),
      ' · ',
    )
  if ('const' in schema) return html`<code>${JSON.stringify(schema['const'])}</code>`
  if (schema['type'] === 'array') {
    const { items, minItems, maxItems } = schema
    const size = boundsText(minItems, maxItems, '').replace(/^, (.*)$/, ' ($1)')
    return html`list${size} of ${isSchema(items) ? typeLabel(items) : 'values'}`
  }
  const type = Array.isArray(schema['type']) ? schema['type'].join(' or ') : schema['type']
  return html`${type === undefined ? 'any value' : String(type)}${constraintText(schema)}`
}

/** A schema of any text, as an alternative to the known values of an open enumeration. */
const isText = (schema: JsonSchema) => Object.keys(schema).join() === 'type' && schema['type'] === 'string'

const isNull = (schema: JsonSchema) => schema['type'] === 'null'

function constraintText(schema: JsonSchema): string {
  const { format, minimum, maximum, minLength, maxLength } = schema
  return [
    typeof format === 'string' ? ` <${format}>` : '',
    boundsText(minimum, maximum, ''),
    boundsText(minLength, maxLength, 'characters'),
  ].join('')
}

/** The minimum and the maximum of a value, either of which may be missing. */
function boundsText(minimum: unknown, maximum: unknown, unit: string): string {
  const words = (text: string) => `, ${text}${unit === '' ? '' : ` ${unit}`}`
  if (typeof minimum === 'number' && typeof maximum === 'number')
    return words(`${minimum.toLocaleString('en-US')} to ${maximum.toLocaleString('en-US')}`)
  if (typeof minimum === 'number') return words(`at least ${minimum.toLocaleString('en-US')}`)
  return typeof maximum === 'number' ? words(`at most ${maximum.toLocaleString('en-US')}`) : ''
}

function defaultText({ default: defaultValue }: JsonSchema): Html {
  if (defaultValue === undefined) return html``
  const text = typeof defaultValue === 'object' ? JSON.stringify(defaultValue) : String(defaultValue)
  return html`; default <code>${text}</code>`
}

const variantsOf = (schema: JsonSchema): JsonSchema[] | undefined => {
  const schemas = [...schemasIn(schema['anyOf']), ...schemasIn(schema['oneOf'])].filter(
    (one) => !isTolerated(one),
  )
  return schemas.length > 0 ? schemas : undefined
}

/** Which fields are marked: the required ones of a request, the optional ones of a response. */
export type MarkedField = 'required' | 'optional'

/** The fields of a schema with their types, nested fields collapsed; empty if it has no fields. */
export function fieldList(schema: JsonSchema, marked: MarkedField): Html {
  const variants = variantsOf(schema)
  if (variants) return html`${variants.map((variant) => fieldList(variant, marked))}`
  if (isSchema(schema['items'])) return fieldList(schema['items'], marked)
  if (!isSchema(schema['properties'])) return html``
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const fields = Object.entries(schema['properties']).filter((entry): entry is [string, JsonSchema] =>
    isSchema(entry[1]),
  )
  return html`<ul class="fields">${fields.map(([name, field]) => {
    const inner = fieldList(field, marked)
    const isMarked = required.includes(name) === (marked === 'required')
    return html`<li><span class="field"><code>${name}</code>${
      isMarked ? html` <b class="${marked}">${marked}</b>` : ''
    } <span class="type">${typeLabel(field)}</span></span>${
      inner.text === '' ? '' : html`<details><summary>Fields</summary>${inner}</details>`
    }</li>`
  })}</ul>`
}

function joinHtml(parts: readonly Html[], between: string): Html {
  return html`${parts.flatMap((part, index) => (index === 0 ? [part] : [between, part]))}`
}
