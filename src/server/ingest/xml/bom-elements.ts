/**
 * What an element of CycloneDX XML is in CycloneDX JSON. Only what the reader of the JSON reads is listed; everything
 * else is skipped. Source: ECMA-424; bom-1.2.xsd to bom-1.7.xsd and the JSON schemas of the same versions.
 */
export type Shape =
  /** A text; trimmed, unless it is verbatim, since printers of XML add white space. */
  | { kind: 'text'; isVerbatim?: boolean }
  | { kind: 'number' }
  /** The value of an attribute; what the element contains is skipped. */
  | { kind: 'attribute'; name: string }
  | { kind: 'list'; items: Elements }
  | {
      kind: 'object'
      /** The keys of attributes. */
      attributes?: Readonly<Record<string, string>>
      /** The key of the text between the tags. */
      text?: string
      elements: Elements
    }

/** The element with a shape, and its key where it stands in an object. */
export interface Child {
  shape: Shape
  /** The key; in a list, that of an object around it. */
  key?: string
  /** Whether elements of this name are a list under one key, without an element around them. */
  isRepeated?: boolean
}

type Elements = ReadonlyMap<string, Child>

const text: Shape = { kind: 'text' }
const verbatim: Shape = { kind: 'text', isVerbatim: true }
const number: Shape = { kind: 'number' }

/** Elements whose names are their keys. */
const named = (shapes: Readonly<Record<string, Shape>>): [string, Child][] =>
  Object.entries(shapes).map(([name, shape]) => [name, { key: name, shape }])

const object = (
  shapes: Readonly<Record<string, Shape>>,
  more: Partial<Extract<Shape, { kind: 'object' }>> = {},
): Shape => ({ kind: 'object', elements: new Map(named(shapes)), ...more })

const listOf = (name: string, shape: Shape): Shape => ({ kind: 'list', items: new Map([[name, { shape }]]) })

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
  purl: text,
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
    affects: listOf('target', object({ ref: text })),
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

/** The root element `bom`. */
export const bom = object({
  metadata: object({ timestamp: text, tools, component: subject, properties }),
  components,
  dependencies: listOf('dependency', dependency),
  vulnerabilities: listOf('vulnerability', vulnerability),
})
