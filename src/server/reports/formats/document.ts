import { type FilePosition, pointerSegment, ReadFault } from '../input/fault.ts'
import {
  type FaultPolicy,
  guardedRoute,
  type JsonKind,
  type Route,
  routeOfKind,
  skipped,
  type TakenValue,
  unexpectedKind,
} from '../json/json-route.ts'
import { type Part, sharedRoute } from '../json/shared-route.ts'
import type { UnreadFindings } from '../json/unread-findings.ts'
import type { Outline } from './outline.ts'

/** What the readers of all formats want of a document. */
type Wanted = {
  /** The readers' parts of a key, empty if no reader requests it. */
  parts(key: string): readonly Part[]
  /** The readers' parts of an element of a list. */
  readonly elements: readonly Part[]
  /** Stops the readers whose formats have no pages, at a list in the list. */
  refusePage(position: FilePosition): void
  /** Counts findings in keys that no reader requests. */
  readonly unread: UnreadFindings
}

/**
 * Returns the route of a JSON document whose format is not known yet: every top-level key is recorded in the outline,
 * and passed to the readers that request it. Values that a reader rejects are reported to its guard. The elements of a
 * document that is a list are passed to the readers of such documents, as are those of lists in it, which are pages.
 * @param judge called when the first element of a list is recorded and was passed to its readers
 */
export function documentRoute(outline: Outline, wanted: Wanted, judge: () => void): Route {
  const each = (key: string) => {
    const parts = wanted.parts(key)
    return parts.length === 0 ? unreadRoute(outline, wanted.unread, key) : partRoute(outline, key, parts)
  }
  const element = elementRoute(outline, wanted, judge)
  const page: Route = { list: element, begin: (position) => void wanted.refusePage(position) }
  const list: Route = {
    list: {
      either: {
        list: page,
        get object() {
          return routeOfKind(element, 'object') ?? skipped
        },
        get scalar() {
          return routeOfKind(element, 'string') ?? skipped
        },
      },
    },
    begin: () => {
      outline.root = 'list'
      return undefined
    },
  }
  return { either: { object: { object: new Map(), each }, list } }
}

function elementRoute(outline: Outline, { elements, unread }: Wanted, judge: () => void): Route {
  let isFirst = true
  const isLater = () => !isFirst
  const noter = silentPart((value) => {
    const first = value.parse()
    outline.noteFirst(first)
    unread.look(first)
  }, isLater)
  const afterFirst: Part = {
    route: {
      take: () => {
        isFirst = false
        judge()
      },
    },
    guard: {
      refuse: (fault) => {
        throw fault
      },
      reads: () => false,
    },
    isStopped: isLater,
  }
  return sharedRoute([noter, ...elements, afterFirst], (key, kind) => outline.noteKind(key, kind))
}

/** A part of the document's outline, whose faults are not those of the file. */
function silentPart(take: (value: TakenValue) => void, isStopped: () => boolean): Part {
  return { route: { take }, guard: silent, isStopped }
}

const silent: FaultPolicy = { refuse: () => {}, reads: () => false }

/** The route of a key that no reader requests. */
function unreadRoute(outline: Outline, unread: UnreadFindings, key: string): Route {
  const watch: Part = { route: unread.route(key), guard: silent, isStopped: () => false }
  const peek = outline.peek(key)
  if (peek === undefined) return guardedRoute(watch.route, silent)
  const isNoted = () => outline.keys.get(key)?.isElementNoted ?? false
  return sharedRoute([{ route: peek, guard: silent, isStopped: isNoted }, watch])
}

function partRoute(outline: Outline, key: string, parts: readonly Part[]): Route {
  const peek = outline.peek(key)
  return {
    either: {
      list: containerRoute(outline, key, parts, peek, 'list'),
      object: containerRoute(outline, key, parts, peek, 'object'),
      scalar: scalarRoute(outline, key, parts),
    },
  }
}

/**
 * The route of a list or an object: that of the readers that request it, else one that records it and notifies all
 * readers.
 */
function containerRoute(
  outline: Outline,
  key: string,
  parts: readonly Part[],
  peek: Route | undefined,
  kind: 'list' | 'object',
): Route {
  const peeked = routeOfKind(peek ?? null, kind)
  const wanting = parts.filter(({ route }) => wantsKind(route, kind))
  const others = parts.filter((part) => !wanting.includes(part))
  const note = (position: FilePosition) => {
    if (peeked && 'begin' in peeked) peeked.begin?.(position)
    // Readers that want the same key as another kind would miss it without a word.
    for (const other of others) other.guard.refuse(unexpectedPart(key, others, kind, position))
  }
  if (wanting.length === 0) {
    const begin = (position: FilePosition) => void note(position)
    if (peeked && 'begin' in peeked) return { ...peeked, begin }
    return kind === 'list' ? { list: skipped, begin } : { object: new Map(), begin }
  }
  const noters = kind === 'list' ? elementNoter(outline, key, wanting) : keyNoter(outline, key)
  const shared = sharedRoute([...wanting, ...noters], (inner) => outline.noteInnerKey(key, inner))
  const own = routeOfKind(shared, kind) ?? skipped
  if ('either' in own) return own
  if ('take' in own) {
    const take = (value: TakenValue) => {
      note(value.place)
      outline.noteElement(key, () => value.parse())
      own.take(value)
    }
    return { ...own, take }
  }
  const begin = (position: FilePosition) => {
    note(position)
    return own.begin?.(position)
  }
  return 'list' in own ? { ...own, begin, list: countedRoute(outline, key, own.list) } : { ...own, begin }
}

/** The same route of a list's elements, which counts them. */
function countedRoute(outline: Outline, key: string, route: Route): Route {
  const counted = (kind: JsonKind) => {
    const known = outline.keys.get(key)
    if (known) known.elements += 1
    return routeOfKind(route, kind) ?? skipped
  }
  return {
    either: {
      get list() {
        return counted('list')
      },
      get object() {
        return counted('object')
      },
      get scalar() {
        return counted('string')
      },
    },
  }
}

/** Records the keys of a list's first element, if elements are passed to a reader. */
function elementNoter(outline: Outline, key: string, wanting: readonly Part[]): Part[] {
  const takesElements = wanting.some(({ route }) => {
    const list = routeOfKind(route, 'list')
    return list !== null && 'list' in list && 'take' in list.list
  })
  if (!takesElements) return []
  let isNoted = false
  const take = (value: TakenValue) => {
    isNoted = true
    outline.noteElement(key, () => value.parse())
  }
  return [{ route: { list: { take } }, guard: silent, isStopped: () => isNoted }]
}

/** Objects whose keys tell a format, although one reader alone descends into them. */
const markedObjects = new Set(['data', 'descriptor', 'metadata'])

/** Shares such an object, so that its keys and their texts are recorded. */
function keyNoter(outline: Outline, key: string): Part[] {
  if (!markedObjects.has(key)) return []
  const each = (inner: string): Route => ({ either: { scalar: outline.textRoute(key, inner) } })
  return [{ route: { object: new Map(), each }, guard: silent, isStopped: () => false }]
}

/** Whether a route accepts values of this kind. */
function wantsKind(route: Route, kind: 'list' | 'object'): boolean {
  const own = routeOfKind(route, kind)
  return own !== null && ('take' in own || kind in own)
}

function scalarRoute(outline: Outline, key: string, parts: readonly Part[]): Route {
  const takers = parts.filter(({ route }) => 'take' in route)
  const shared = takers.length > 0 ? routeOfKind(sharedRoute(takers), 'string') : null
  const take = (value: TakenValue) => {
    const kind = outline.noteScalar(key, value)
    if (shared && 'take' in shared) shared.take(value)
    else if (kind !== 'null')
      for (const { guard } of parts) guard.refuse(unexpectedPart(key, parts, kind, value.place))
  }
  return shared && 'take' in shared ? { ...shared, take } : { take, guard: silent }
}

function unexpectedPart(
  key: string,
  parts: readonly Part[],
  kind: JsonKind,
  position: FilePosition,
): ReadFault {
  const wantsList = parts.some(({ route }) => 'list' in route)
  return new ReadFault(unexpectedKind(wantsList ? 'list' : 'object', kind), position, pointerSegment(key))
}
