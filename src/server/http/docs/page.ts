import type { DescribedOperation, OpenApiDocument } from '../openapi/document.ts'
import type { JsonSchema } from '../openapi/schemas.ts'
import { type Html, html, renderInline, renderMarkup } from './html.ts'
import { operationSection } from './operation.ts'
import { fieldList, schemaAnchor, typeLabel } from './schema.ts'

interface ListedOperation {
  path: string
  method: string
  operation: DescribedOperation
}

/**
 * The API documentation page: by resource, with anchors. It contains neither scripts nor inline styles, so that it
 * works with the strict policy of the service; its style is `docsStyle`, served as `/docs.css`.
 */
export function docsPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): ListedOperation => ({ path, method, operation })),
  )
  const groups = document.tags
    .map((tag) => ({
      ...tag,
      listed: operations.filter(({ operation }) => operation.tags.includes(tag.name)).sort(compareByStatus),
    }))
    .filter((group) => group.listed.length > 0)
  const schemas = Object.entries(document.components['schemas'] ?? {}).filter(
    (entry): entry is [string, JsonSchema] => typeof entry[1] === 'object' && entry[1] !== null,
  )
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Gatehouse API</title>
<link rel="stylesheet" href="/docs.css">
<link rel="icon" href="/favicon.svg">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><p><a href="/">Gatehouse</a></p></header>
<div class="layout">
<nav aria-label="Operations">
<ul>
<li><a href="#content">Introduction</a></li>
${groups.map(groupLinks)}
<li><a href="#schemas">Schemas</a></li>
</ul>
</nav>
<main id="content">
<h1>Gatehouse API <small>${document.info.version}</small></h1>
${renderMarkup(document.info.description)}
<p>Machine-readable: <a href="/api/v1/openapi.json">OpenAPI 3.1</a>.</p>
${groups.map(
  (group) => html`<h2 id="${groupAnchor(group.name)}">${group.name}</h2>
<p>${group.description}</p>
${group.listed.map(({ path, method, operation }) => operationSection(document, path, method, operation))}`,
)}
<h2 id="schemas">Schemas</h2>
<p>The fields of responses. Optional fields may be missing or null.</p>
${schemas.map(([name, schema]) => schemaSection(name, schema))}
</main>
</div>
</body>
</html>
`.text
}

const documentationStatuses = ['documented', 'named', 'extension']

/** Responses that every service has come first. */
const compareByStatus = (one: ListedOperation, other: ListedOperation) =>
  documentationStatuses.indexOf(one.operation['x-mark']) -
  documentationStatuses.indexOf(other.operation['x-mark'])

const groupAnchor = (name: string) => `group-${name.toLowerCase().replace(/[^a-z]+/g, '-')}`

function groupLinks(group: { name: string; listed: ListedOperation[] }): Html {
  return html`<li><a href="#${groupAnchor(group.name)}">${group.name}</a><ul>${group.listed.map(
    ({ operation }) =>
      html`<li><a href="#${operation.operationId}">${renderInline(operation.summary)}</a></li>`,
  )}</ul></li>
`
}

function schemaSection(name: string, schema: JsonSchema): Html {
  const fields = fieldList(schema, 'optional')
  return html`<section class="operation" id="${schemaAnchor(name)}"><h3><a href="#${schemaAnchor(name)}">${name}</a></h3>
${fields.text === '' ? html`<p class="type">${typeLabel(schema)}</p>` : fields}</section>
`
}
