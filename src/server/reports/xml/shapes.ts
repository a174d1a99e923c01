/** What an element of XML is in the JSON of the same content. What no shape names is skipped. */
export type Shape =
  /** A text; trimmed, unless it is verbatim, since printers of XML add white space. */
  | { kind: 'text'; isVerbatim?: boolean }
  | { kind: 'number' }
  /** The value of an attribute; what the element contains is skipped. */
  | { kind: 'attribute'; name: string }
  | { kind: 'list'; items: Elements }
  /** An element that JSON does not have: what it contains stands in the object around it. */
  | { kind: 'inlined'; elements: Elements }
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

export type Elements = ReadonlyMap<string, Child>

/** A document that is read as JSON: its root element with its namespace, and what it is. */
export interface XmlDocument {
  format: 'cyclonedx' | 'dependency-check'
  root: string
  /** The namespaces of the root element; the first group is the version. */
  namespace: RegExp
  /** The members with which the JSON begins. */
  head(version: string): Readonly<Record<string, string>>
  shape: Shape
}

export const text: Shape = { kind: 'text' }
export const verbatim: Shape = { kind: 'text', isVerbatim: true }
export const number: Shape = { kind: 'number' }

/** Elements whose names are their keys. */
export const named = (shapes: Readonly<Record<string, Shape>>): [string, Child][] =>
  Object.entries(shapes).map(([name, shape]) => [name, { key: name, shape }])

/** An object of elements whose names are their keys. */
export const object = (
  shapes: Readonly<Record<string, Shape>>,
  more: Partial<Extract<Shape, { kind: 'object' }>> = {},
): Shape => ({ kind: 'object', elements: new Map(named(shapes)), ...more })

/** A list of elements of one name. */
export const listOf = (name: string, shape: Shape): Shape => ({
  kind: 'list',
  items: new Map([[name, { shape }]]),
})
