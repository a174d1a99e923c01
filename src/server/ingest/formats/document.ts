import { type FilePosition, pointerSegment, ReadFault } from '../input/fault.ts'
import {
  type FaultPolicy,
  type JsonKind,
  type Route,
  routeOfKind,
  type TakenValue,
  unexpectedKind,
} from '../json/json-route.ts'
import type { Outline } from './outline.ts'

/** A reader's route for the value of one top-level key. */
export type Part = { route: Route; guard: FaultPolicy }

/**
 * Returns the route of a JSON document whose format is not known yet: every top-level key is recorded in the outline,
 * and passed to the readers that request it. Values that a reader rejects are reported to its guard.
 * @param parts the readers' parts of a key, empty if no reader requests it
 * @param listed called when the first element of a list, or an element that is not an object, was recorded
 */
export function documentRoute(
  outline: Outline,
  parts: (key: string) => readonly Part[],
  listed: () => void,
): Route {
  const root: Route = { object: new Map(), each: (key) => partRoute(outline, key, parts(key)) }
  const element: Route = { object: new Map(), each: (key) => outline.peek(key), end: listed }
  const other = () => void listed()
  const list: Route = {
    list: {
      either: { object: element, list: { list: { either: {} }, begin: other }, scalar: { take: other } },
    },
    begin: () => {
      outline.root = 'list'
      return undefined
    },
  }
  return { either: { object: root, list } }
}

function partRoute(outline: Outline, key: string, parts: readonly Part[]): Route | undefined {
  const peek = outline.peek(key)
  if (parts.length === 0) return peek
  return {
    either: {
      list: containerRoute(outline, key, parts, peek, 'list'),
      object: containerRoute(outline, key, parts, peek, 'object'),
      scalar: scalarRoute(outline, key, parts),
    },
  }
}

/**
 * The route of a list or an object: that of the reader that requests it, else one that records it and notifies all
 * readers.
 */
function containerRoute(
  outline: Outline,
  key: string,
  parts: readonly Part[],
  peek: Route | undefined,
  kind: 'list' | 'object',
): Route {
  const route = routeOfKind(peek ?? null, kind)
  const note = (position: FilePosition) => {
    if (route && 'begin' in route) route.begin?.(position)
  }
  for (const part of parts) {
    const { route, guard } = part
    const own = routeOfKind(route, kind)
    if (own && 'take' in own) return { ...own, guard }
    if (!own || 'either' in own || !(kind in own)) continue
    const begin = (position: FilePosition) => {
      note(position)
      // Another reader wants the same key as another kind, which it would miss without a word.
      for (const other of parts)
        if (other !== part) other.guard.refuse(unexpectedPart(key, [other], kind, position))
      return own.begin?.(position)
    }
    return 'list' in own
      ? { ...own, begin, guard, list: firstNoted(outline, key, own.list) }
      : { ...own, begin, guard }
  }
  const begin = (position: FilePosition) => {
    note(position)
    for (const { guard } of parts) guard.refuse(unexpectedPart(key, parts, kind, position))
    return undefined
  }
  if (route && 'begin' in route) return { ...route, begin }
  return kind === 'list' ? { list: { either: {} }, begin } : { object: new Map(), begin }
}

function scalarRoute(outline: Outline, key: string, parts: readonly Part[]): Route {
  const [first] = parts
  const own = first && 'take' in first.route ? first.route : null
  const takeValue = (value: TakenValue) => {
    const kind = outline.noteScalar(key, value)
    if (own) own.take(value)
    else if (kind !== 'null')
      for (const { guard } of parts) guard.refuse(unexpectedPart(key, parts, kind, value.place))
  }
  return own && first
    ? { take: takeValue, guard: first.guard }
    : { take: takeValue, guard: { refuse: () => {}, reads: () => false } }
}

/** Records the keys of a list's first element, if elements are passed to a reader. */
function firstNoted(outline: Outline, key: string, route: Route): Route {
  if (!('take' in route)) return route
  const { take: takeValue } = route
  return {
    ...route,
    take: (value) => {
      outline.noteElement(key, () => value.parse())
      takeValue(value)
    },
  }
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
