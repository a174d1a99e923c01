import type { DescribedOperation, OpenApiDocument, Parameter } from '../openapi/document.ts'
import type { JsonSchema } from '../openapi/schemas.ts'
import { exampleOf } from './example.ts'
import { type Html, html, renderInline, renderMarkup } from './html.ts'
import { fieldList, typeLabel } from './schema.ts'

/**
 * One operation of the page: path, permissions, parameters, example, responses. The caching parameters and responses of
 * every GET are described only in the introduction.
 */
export function operationSection(
  document: OpenApiDocument,
  path: string,
  method: string,
  operation: DescribedOperation,
): Html {
  const scopes = operation['x-scopes']
  const needs =
    scopes === 'none'
      ? 'no token'
      : scopes === 'any'
        ? 'any token'
        : html`scope <code>${scopes.join(', ')}</code>`
  return html`<section class="operation" id="${operation.operationId}">
<h3><a href="#${operation.operationId}">${renderInline(operation.summary)}</a></h3>
<p class="address"><span class="method ${method}">${method.toUpperCase()}</span> <code>${withBreaks(path)}</code></p>
<p class="facts"><code>${operation.operationId}</code> · ${operation['x-mark']} · ${needs}</p>
${operation.description ? renderMarkup(operation.description) : ''}
${parametersSection(operation.parameters.filter(({ name }) => name !== 'If-None-Match'))}
${requestBodySection(operation)}
${exampleOf(path, method, operation)}
<h4>Responses</h4>
<ul class="answers">${Object.entries(operation.responses)
    .filter(([status]) => status !== '304')
    .map(([status, response]) => responseLine(document, status, response))}</ul>
</section>`
}

function parametersSection(parameters: readonly Parameter[]): Html {
  if (parameters.length === 0) return html``
  return html`<h4>Parameters</h4><ul class="fields">${parameters.map(
    (one) =>
      html`<li><span class="field"><code>${one.name}</code> <small>${one.in}</small>${
        one.required ? html` <b>required</b>` : ''
      } <span class="type">${typeLabel(one.schema)}</span></span>${
        one.description ? html`<span class="words">${renderInline(one.description)}</span>` : ''
      }</li>`,
  )}</ul>`
}

function requestBodySection({ requestBody }: DescribedOperation): Html {
  if (!requestBody) return html``
  const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(requestBody.content)
  const fields = fieldList(schema, 'required')
  return html`<h4>Body <small>${type}${requestBody.required ? '' : ', optional'}</small></h4>
${fields.text === '' ? html`<p class="type">${typeLabel(schema)}</p>` : fields}`
}

function responseLine(
  document: OpenApiDocument,
  status: string,
  response: DescribedOperation['responses'][string],
): Html {
  if ('$ref' in response) {
    const shared = document.components['responses']?.[response.$ref.split('/').at(-1) ?? '']
    const words = hasDescription(shared) ? shared.description : ''
    return html`<li><code>${status}</code> ${renderInline(words)}</li>`
  }
  const content = Object.entries(response.content ?? {}).map(([type, { schema }]) =>
    schemaBlock(type, schema),
  )
  const headers = Object.keys(response.headers ?? {}).filter((name) => name !== 'ETag')
  return html`<li><code>${status}</code> ${renderInline(response.description)} ${content}${
    headers.length > 0 ? html` Headers: <code>${headers.join(', ')}</code>` : ''
  }</li>`
}

function schemaBlock(type: string, schema: JsonSchema): Html {
  const isJson = type === 'application/json'
  return html`<span class="type">${isJson ? '' : `${type} `}${isJson || '$ref' in schema ? typeLabel(schema) : ''}</span>${
    isJson && !('$ref' in schema) ? fieldList(schema, 'optional') : ''
  }`
}

const hasDescription = (value: unknown): value is { description: string } =>
  typeof value === 'object' &&
  value !== null &&
  'description' in value &&
  typeof value.description === 'string'

/** Allows a line break after each slash of a long path. */
const withBreaks = (path: string): Html => html`${path.split(/(?<=\/)/).map((part) => html`${part}<wbr>`)}`
