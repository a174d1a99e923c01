import {
  type Child,
  listOf,
  named,
  number,
  object,
  type Shape,
  text,
  verbatim,
  type XmlDocument,
} from './shapes.ts'

const properties = listOf('property', object({}, { attributes: { name: 'name' }, text: 'value' }))

const licenses: Shape = {
  kind: 'list',
  items: new Map<string, Child>([
    ['license', { key: 'license', shape: object({ id: text, name: text }) }],
    ['expression', { key: 'expression', shape: text }],
    ['expression-detailed', { shape: object({}, { attributes: { expression: 'expression' } }) }],
  ]),
}

const componentShapes = {
  group: text,
  name: text,
  version: text,
  versionRange: text,
  purl: text,
  cpe: text,
  licenses,
  hashes: listOf('hash', object({}, { attributes: { alg: 'alg' }, text: 'content' })),
  properties,
  evidence: object({ occurrences: listOf('occurrence', object({ location: text, line: number })) }),
}
const attributes = { 'bom-ref': 'bom-ref', type: 'type' }

/** Components contain components. */
const componentElements = new Map<string, Child>(named(componentShapes))
const component: Shape = { kind: 'object', attributes, elements: componentElements }
const components = listOf('component', component)
componentElements.set('components', { key: 'components', shape: components })

const subject = object(
  {
    ...componentShapes,
    components,
    externalReferences: listOf('reference', object({ url: text }, { attributes: { type: 'type' } })),
  },
  { attributes },
)

const tool = object({ name: text, version: text })
const tools: Shape = {
  kind: 'object',
  elements: new Map<string, Child>([
    // Until 1.4, a list of tools, which are read like components.
    ['tool', { key: 'components', shape: tool, isRepeated: true }],
    ['components', { key: 'components', shape: listOf('component', tool) }],
    ['services', { key: 'services', shape: listOf('service', tool) }],
  ]),
}

const source = object({ name: text, url: text })

const vulnerability = object(
  {
    id: text,
    source,
    references: listOf('reference', object({ id: text, source })),
    ratings: listOf('rating', object({ source, score: number, severity: text, method: text, vector: text })),
    cwes: listOf('cwe', number),
    description: verbatim,
    detail: verbatim,
    recommendation: verbatim,
    advisories: listOf('advisory', object({ title: text, url: text })),
    analysis: object({ state: text, justification: text, detail: verbatim }),
    affects: listOf(
      'target',
      object({
        ref: text,
        versions: listOf('version', object({ version: text, range: text, status: text })),
      }),
    ),
    properties,
  },
  { attributes: { 'bom-ref': 'bom-ref' } },
)

const dependency: Shape = {
  kind: 'object',
  attributes: { ref: 'ref' },
  elements: new Map<string, Child>([
    ['dependency', { key: 'dependsOn', shape: { kind: 'attribute', name: 'ref' }, isRepeated: true }],
  ]),
}

/**
 * CycloneDX XML. Only what the reader of the JSON reads is listed. Source: ECMA-424; bom-1.2.xsd to bom-1.7.xsd and the
 * JSON schemas of the same versions.
 */
export const cycloneDxXml: XmlDocument = {
  format: 'cyclonedx',
  root: 'bom',
  namespace: /^https?:\/\/cyclonedx\.org\/schema\/bom\/([\d.]{1,20})$/,
  head: (version) => ({ bomFormat: 'CycloneDX', specVersion: version }),
  shape: object({
    metadata: object({ timestamp: text, tools, component: subject, properties }),
    components,
    dependencies: listOf('dependency', dependency),
    vulnerabilities: listOf('vulnerability', vulnerability),
  }),
}
