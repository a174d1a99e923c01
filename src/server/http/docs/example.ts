import type { DescribedOperation, Parameter } from '../openapi/document.ts'
import { type Html, html } from './html.ts'

/** An example request of an operation as HTTP, and its response; undefined without an example. */
export function exampleOf(path: string, method: string, operation: DescribedOperation): Html {
  const answered = exampleResponse(operation)
  if (!answered) return html``
  const { status, type, text } = answered
  return html`<h4>Example</h4>
<pre><code>${exampleRequest(path, method, operation)}</code></pre>
${
  text === ''
    ? html`<p class="type">Response <code>${status}</code>, without a body</p>`
    : html`<details><summary>Response <code>${status}</code> ${type}</summary><pre><code>${text}</code></pre></details>`
}`
}

function exampleRequest(path: string, method: string, operation: DescribedOperation): string {
  const examples = operation.parameters.filter((one) => one.example !== undefined)
  const address = examples
    .filter((one) => one.in === 'path')
    .reduce((text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))), path)
  const query = examples.filter((one) => one.in === 'query').map(queryPair)
  const [[type, { example: body }] = ['', { example: undefined }]] = Object.entries(
    operation.requestBody?.content ?? {},
  )
  const lines = [
    `${method.toUpperCase()} ${address}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    ...(operation.security.length > 0 ? ['Authorization: Bearer <token>'] : []),
    ...(body === undefined ? [] : [`Content-Type: ${type}`, '', JSON.stringify(body, null, 2)]),
  ]
  return lines.join('\n')
}

/** Lists are written with commas, which need no escape. */
const queryPair = ({ name, example }: Parameter) =>
  `${name}=${[example]
    .flat()
    .map((value) => encodeURIComponent(String(value)))
    .join(',')}`

function exampleResponse({ responses }: DescribedOperation) {
  for (const [status, response] of Object.entries(responses)) {
    if ('$ref' in response || !/^2/.test(status)) continue
    if (!response.content) return { status, type: '', text: '' }
    for (const [type, { example }] of Object.entries(response.content)) {
      if (example === undefined) continue
      return { status, type, text: typeof example === 'string' ? example : JSON.stringify(example, null, 2) }
    }
  }
  return undefined
}
