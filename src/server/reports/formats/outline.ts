import type { JsonKind, Route, TakenValue } from '../json/json-route.ts'
import { asObject } from '../values/json-values.ts'

/** The recorded shape of a top-level key's value. */
export type KeyOutline = {
  kind: JsonKind
  /** A short string, a number or a boolean; null for all other values. */
  value: string | number | boolean | null
  /** The keys of an object or of a list's first element, and nested keys as `key.key`. */
  keys: Set<string>
  /** The short texts of these keys. */
  texts: Map<string, string>
  /** Whether the keys of an element of the list were recorded. */
  isElementNoted: boolean
  /** The elements of a list that a reader reads. */
  elements: number
}

/** Limits of the recorded content: messages and markers need no more. */
const maxKeys = { keys: 100, innerKeys: 100, keyLength: 100, valueLength: 200 }

/**
 * The shape of a JSON document, used to detect its format: its keys, and the keys one and two levels below them. For a
 * list, and for JSON lines, the shape of the first element.
 */
export class Outline {
  root: 'object' | 'list' | 'lines' = 'object'
  readonly keys = new Map<string, KeyOutline>()

  /** Returns the route that only records the value of a key; undefined if nothing is to be recorded. */
  peek(key: string): Route | undefined {
    if (!this.#isWanted(key)) return undefined
    const note = (kind: JsonKind) => this.#note(key, kind)
    return {
      either: {
        list: {
          list: this.#peekFirst(key),
          begin: () => void note('list'),
        },
        object: { ...this.#peekObject(key), begin: () => void note('object') },
        // A key that is not read may have a text of any length.
        scalar: {
          take: (value) => this.noteScalar(key, value),
          guard: { refuse: () => {}, reads: () => false },
        },
      },
    }
  }

  /** Records a value that is neither a list nor an object. Returns its kind. */
  noteScalar(key: string, jsonValue: TakenValue): JsonKind {
    const value = jsonValue.parse()
    const kind = kindOfValue(value)
    const outline = this.#note(key, kind)
    const isShort = typeof value !== 'string' || value.length <= maxKeys.valueLength
    if (outline && isShort && (kind === 'string' || kind === 'number' || kind === 'boolean'))
      // parse: the kind was checked.
      outline.value = value as string | number | boolean
    return kind
  }

  /** Records the keys of a list's element, if it is the first one. */
  noteElement(key: string, element: () => unknown): void {
    const outline = this.keys.get(key)
    if (!outline || outline.isElementNoted) return
    outline.isElementNoted = true
    for (const [inner, value] of Object.entries(asObject(element()) ?? {})) {
      addKey(outline, inner)
      addText(outline, inner, value)
      for (const innermost of Object.keys(asObject(value) ?? {})) addKey(outline, `${inner}.${innermost}`)
    }
  }

  /** Records the first element of a document that is a list, as if it were the document. */
  noteFirst(element: unknown): void {
    for (const [key, value] of Object.entries(asObject(element) ?? {})) {
      const outline = this.#note(key, kindOfValue(value))
      if (outline === undefined) continue
      if (typeof value === 'boolean' || typeof value === 'number') outline.value = value
      if (typeof value === 'string' && value.length <= maxKeys.valueLength) outline.value = value
      this.noteElement(key, () => (Array.isArray(value) ? value[0] : value))
    }
  }

  /** Records a key whose value is read in parts. */
  noteKind(key: string, kind: JsonKind): void {
    this.#note(key, kind)
  }

  /** Records a key of an object, or of a list's elements, whose value is read in parts. */
  noteInnerKey(key: string, inner: string): void {
    const outline = this.keys.get(key)
    if (outline) addKey(outline, inner)
  }

  /** Records the text of such a key. */
  noteInnerText(key: string, inner: string, value: unknown): void {
    const outline = this.keys.get(key)
    if (outline) addText(outline, inner, value)
  }

  /** Whether the document has a key, or `key.key`. */
  has(key: string, inner?: string): boolean {
    const outline = this.keys.get(key)
    return inner === undefined ? outline !== undefined : (outline?.keys.has(inner) ?? false)
  }

  kind(key: string): JsonKind | null {
    return this.keys.get(key)?.kind ?? null
  }

  /** The text of a key, or of `key.key`; null if it is not a short string. */
  text(key: string, inner?: string): string | null {
    const outline = this.keys.get(key)
    const value = inner === undefined ? outline?.value : outline?.texts.get(inner)
    return typeof value === 'string' ? value : null
  }

  /** A repeated key is recorded once, so that a file with only keys is not more expensive than others. */
  #isWanted(key: string): boolean {
    if (this.keys.has(key) || key.length > maxKeys.keyLength) return false
    return this.keys.size < maxKeys.keys || distinctiveKeys.has(key)
  }

  #note(key: string, kind: JsonKind): KeyOutline | undefined {
    const known = this.keys.get(key)
    if (known || !this.#isWanted(key)) return known
    const outline: KeyOutline = {
      kind,
      value: null,
      keys: new Set(),
      texts: new Map(),
      isElementNoted: false,
      elements: 0,
    }
    this.keys.set(key, outline)
    return outline
  }

  #noteInner(key: string, inner: string): Route | undefined {
    const outline = this.keys.get(key)
    if (!outline) return undefined
    addKey(outline, inner)
    let seen = 0
    const each = (innermost: string) => {
      seen++
      return void addKey(outline, `${inner}.${innermost}`)
    }
    const object: Route = { object: new Map(), each, isOver: () => seen >= maxKeys.innerKeys }
    return { either: { object, scalar: this.textRoute(key, inner) } }
  }

  /** The route that records the text of `key.key`. */
  textRoute(key: string, inner: string): Route {
    return {
      take: (value) => this.noteInnerText(key, inner, value.parse()),
      guard: { refuse: () => {}, reads: () => false },
    }
  }

  /** The route of an object whose first keys are recorded. */
  #peekObject(key: string) {
    let seen = 0
    return {
      object: new Map<string, Route>(),
      each: (inner: string) => {
        seen++
        return this.#noteInner(key, inner)
      },
      isOver: () => seen >= maxKeys.innerKeys,
    }
  }

  /** The route of a list whose first object is recorded and whose other elements are skipped. */
  #peekFirst(key: string): Route {
    const either: { object?: Route } = {}
    either.object = {
      ...this.#peekObject(key),
      end: () => {
        delete either.object
        const outline = this.keys.get(key)
        if (outline) outline.isElementNoted = true
      },
    }
    return { either }
  }
}

/** Keys that determine a format are recorded at any position. */
const distinctiveKeys = new Set([
  ...['results', 'errors', 'paths', 'version', 'runs', '$schema', 'bomFormat', 'components'],
  ...['SchemaVersion', 'ArtifactName', 'Results', 'spdxVersion', 'check_type'],
  ...['vulnerabilities', 'packageManager', 'projectName', 'dependencyCount', 'scan'],
  ...['scanInfo', 'projectInfo', 'dependencies'],
  ...['generated_at', 'metrics', 'experimental_config', 'gatehouse', 'SourceMetadata', 'DetectorName'],
  ...['findings', 'sastFindings', 'scaFindings', 'sast_findings', 'sca_findings'],
])

function addKey(outline: KeyOutline, key: string): void {
  if (outline.keys.size < maxKeys.innerKeys && key.length <= maxKeys.keyLength) outline.keys.add(key)
}

function addText(outline: KeyOutline, key: string, value: unknown): void {
  if (typeof value !== 'string' || value.length > maxKeys.valueLength) return
  if (outline.keys.has(key)) outline.texts.set(key, value)
}

function kindOfValue(value: unknown): JsonKind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  const type = typeof value
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object'
}
