import { type Place, pointerSegment, ReadFault } from '../fault.ts'
import {
  type Guard,
  type JsonKind,
  type Route,
  routeOfKind,
  type TakenValue,
  wrongKind,
} from '../json/json-route.ts'
import type { Outline } from './outline.ts'

/** A reader's part of the document: the value of one top-level key. */
export type Part = { route: Route; guard: Guard }

/**
 * The route of a JSON document whose format is not known before it is read: every top-level key is noted in the outline,
 * and handed to the readers that want it. What a reader cannot take goes to its guard.
 * @param parts the readers' parts of a key, none where nobody wants it
 * @param listed called once the first element of a list is noted, or an element that is no object stands there
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

/** The route of a list or an object: the reader's that wants one, else one that notes it and tells all readers. */
function containerRoute(
  outline: Outline,
  key: string,
  parts: readonly Part[],
  peek: Route | undefined,
  kind: 'list' | 'object',
): Route {
  const noted = routeOfKind(peek ?? null, kind)
  const note = (place: Place) => {
    if (noted && 'begin' in noted) noted.begin?.(place)
  }
  for (const { route, guard } of parts) {
    const own = routeOfKind(route, kind)
    if (own && 'take' in own) return { ...own, guard }
    if (!own || 'either' in own || !(kind in own)) continue
    const begin = (place: Place) => {
      note(place)
      return own.begin?.(place)
    }
    return 'list' in own
      ? { ...own, begin, guard, list: firstNoted(outline, key, own.list) }
      : { ...own, begin, guard }
  }
  const begin = (place: Place) => {
    note(place)
    for (const { guard } of parts) guard.refuse(wrongPart(key, parts, kind, place))
    return undefined
  }
  if (noted && 'begin' in noted) return { ...noted, begin }
  return kind === 'list' ? { list: { either: {} }, begin } : { object: new Map(), begin }
}

function scalarRoute(outline: Outline, key: string, parts: readonly Part[]): Route {
  const [first] = parts
  const own = first && 'take' in first.route ? first.route : null
  const take = (value: TakenValue) => {
    const kind = outline.noteScalar(key, value)
    if (own) own.take(value)
    else if (kind !== 'null')
      for (const { guard } of parts) guard.refuse(wrongPart(key, parts, kind, value.place))
  }
  return own && first
    ? { take, guard: first.guard }
    : { take, guard: { refuse: () => {}, reads: () => false } }
}

/** Notes the keys of a list's first element, where elements are handed over. */
function firstNoted(outline: Outline, key: string, route: Route): Route {
  if (!('take' in route)) return route
  const { take } = route
  return {
    ...route,
    take: (value) => {
      outline.noteElement(key, () => value.parse())
      take(value)
    },
  }
}

function wrongPart(key: string, parts: readonly Part[], kind: JsonKind, place: Place): ReadFault {
  const wantsList = parts.some(({ route }) => 'list' in route)
  return new ReadFault(wrongKind(wantsList ? 'list' : 'object', kind), place, pointerSegment(key))
}
