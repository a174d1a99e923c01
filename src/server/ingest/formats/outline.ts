import type { JsonKind, Route, TakenValue } from '../json/json-route.ts'
import { asObject } from '../values/json-values.ts'

/** What is noted of the value of a top-level key. */
export type KeyOutline = {
  kind: JsonKind
  /** A short string, a number or a boolean; null for everything else. */
  value: string | number | boolean | null
  /** The keys of an object or of a list's first element, and theirs as `key.key`. */
  keys: Set<string>
  /** Whether an element of the list was handed over, and its keys were noted. */
  isElementNoted: boolean
}

/** Bounds on what is noted of a file: people and marks need no more. */
const maxKeys = { keys: 100, innerKeys: 100, keyLength: 100, valueLength: 200 }

/**
 * The shape of a JSON document, by which its format is told once it is read: its keys, and the keys one and two levels
 * below them. Of a list, and of JSON in lines, the shape of its first element.
 */
export class Outline {
  root: 'object' | 'list' | 'lines' = 'object'
  readonly keys = new Map<string, KeyOutline>()

  /** The route that only notes the value of a key; undefined where there is nothing to note of it. */
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
        // A text of any length may stand in a key that nobody reads.
        scalar: {
          take: (value) => this.noteScalar(key, value),
          guard: { refuse: () => {}, reads: () => false },
        },
      },
    }
  }

  /** Notes a value that is no list and no object. Answers its kind. */
  noteScalar(key: string, jsonValue: TakenValue): JsonKind {
    const value = jsonValue.parse()
    const kind = kindOfValue(value)
    const outline = this.#note(key, kind)
    const isShort = typeof value !== 'string' || value.length <= maxKeys.valueLength
    if (outline && isShort && (kind === 'string' || kind === 'number' || kind === 'boolean'))
      // parse: the kind says that it is one of these.
      outline.value = value as string | number | boolean
    return kind
  }

  /** Notes the keys of a list's element, where it is the first one. */
  noteElement(key: string, element: () => unknown): void {
    const outline = this.keys.get(key)
    if (!outline || outline.isElementNoted) return
    outline.isElementNoted = true
    for (const [inner, value] of Object.entries(asObject(element()) ?? {})) {
      addKey(outline, inner)
      for (const innermost of Object.keys(asObject(value) ?? {})) addKey(outline, `${inner}.${innermost}`)
    }
  }

  /** Whether a key is there, or `key.key`. */
  has(key: string, inner?: string): boolean {
    const outline = this.keys.get(key)
    return inner === undefined ? outline !== undefined : (outline?.keys.has(inner) ?? false)
  }

  kind(key: string): JsonKind | null {
    return this.keys.get(key)?.kind ?? null
  }

  /** The text of a key, null where it is no short string. */
  text(key: string): string | null {
    const value = this.keys.get(key)?.value
    return typeof value === 'string' ? value : null
  }

  /** A key that stands twice is noted once: a file of nothing but keys must not cost more than others. */
  #isWanted(key: string): boolean {
    if (this.keys.has(key) || key.length > maxKeys.keyLength) return false
    return this.keys.size < maxKeys.keys || distinctiveKeys.has(key)
  }

  #note(key: string, kind: JsonKind): KeyOutline | undefined {
    const known = this.keys.get(key)
    if (known || !this.#isWanted(key)) return known
    const outline: KeyOutline = { kind, value: null, keys: new Set(), isElementNoted: false }
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
    return { either: { object: { object: new Map(), each, isOver: () => seen >= maxKeys.innerKeys } } }
  }

  /** The route of an object whose first keys are noted. */
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

  /** The route of a list's elements, of which the first object is noted and the others are skipped. */
  #peekFirst(key: string): Route {
    const either: { object?: Route } = {}
    either.object = {
      ...this.#peekObject(key),
      end: () => {
        delete either.object
      },
    }
    return { either }
  }
}

/** Keys by which a format is told are noted wherever they stand among others. */
const distinctiveKeys = new Set([
  ...['results', 'errors', 'paths', 'version', 'runs', '$schema', 'bomFormat', 'components'],
  ...['findings', 'sastFindings', 'scaFindings', 'sast_findings', 'sca_findings'],
])

function addKey(outline: KeyOutline, key: string): void {
  if (outline.keys.size < maxKeys.innerKeys && key.length <= maxKeys.keyLength) outline.keys.add(key)
}

function kindOfValue(value: unknown): JsonKind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  const type = typeof value
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object'
}
