import { type FilePosition, ReadFault } from '../input/fault.ts'
import { CollectedObject } from './collected-object.ts'
import {
  childRoute,
  type FaultPolicy,
  guardedRoute,
  type JsonKind,
  type Route,
  routeOfKind,
  skipped,
  type TakenValue,
  unexpectedKind,
} from './json-route.ts'
import { keyPath, type UnreadFindings, watchedRoute } from './unread-findings.ts'

/** A reader's route for a value that other readers want as well. */
export type Part = {
  route: Route
  guard: FaultPolicy
  /** Whether the reader has stopped, and wants nothing any more. */
  isStopped: () => boolean
  /** Where findings in what it does not read of the value are counted, and the keys that lead to the value. */
  unread?: { findings: UnreadFindings; path: string } | undefined
}

/** Notified of each key of an object that is passed on in parts, and of the kind of its value. */
export type KeyNote = (key: string, kind: JsonKind) => void

/**
 * The route of a value that is passed to every reader that wants it. A reader that refuses a value stops, and only one
 * is left from then on, whose route is used as it is. If one reader takes an object whole and another one its content,
 * the first gets it without what the other one descends into.
 * Source: docs/decisions/0063-shared-parts.md.
 */
export function sharedRoute(parts: readonly Part[], note: KeyNote = () => {}): Route {
  let last: { part: Part; route: Route } | null = null
  const ofKind = (kind: 'list' | 'object' | 'string') => {
    if (last === null) {
      const active = parts.filter((part) => !part.isStopped())
      const [only] = active
      if (only === undefined) return skipped
      if (active.length > 1) return sharedOfKind(active, kind, note)
      const { route, guard, unread } = only
      const watched = unread ? watchedRoute(route, unread.findings, unread.path) : route
      last = { part: only, route: guardedRoute(watched, guard) }
    }
    return last.part.isStopped() ? skipped : (routeOfKind(last.route, kind) ?? skipped)
  }
  return {
    either: {
      get list() {
        return ofKind('list')
      },
      get object() {
        return ofKind('object')
      },
      get scalar() {
        return ofKind('string')
      },
    },
  }
}

/** The fault policy of what several readers read: a fault of the value is one of each of them. */
function commonGuard(parts: readonly Part[]): FaultPolicy {
  return {
    refuse: (fault) => {
      for (const { guard } of parts) guard.refuse(fault)
    },
    reads: (keys) => parts.some(({ guard }) => guard.reads(keys)),
  }
}

/** Calls each reader that has not stopped; one that refuses stops, and the others go on. */
function forEach(parts: readonly Part[], call: (part: Part) => void): void {
  for (const part of parts) {
    if (part.isStopped()) continue
    try {
      call(part)
    } catch (error) {
      if (!(error instanceof ReadFault)) throw error
      part.guard.refuse(error)
    }
  }
}

function sharedOfKind(parts: readonly Part[], kind: 'list' | 'object' | 'string', note: KeyNote): Route {
  const takers: Part[] = []
  const containers: Part[] = []
  const others: Part[] = []
  for (const part of parts) {
    const route = routeOfKind(part.route, kind)
    if (route === null || 'either' in route) continue
    if ('take' in route) takers.push({ ...part, route })
    else if (kind in route) containers.push({ ...part, route })
    else others.push({ ...part, route })
  }
  if (kind === 'string') return scalarRoute(takers, others)
  const begin = (position: FilePosition) => {
    for (const { route, guard } of others)
      guard.refuse(new ReadFault(unexpectedKind('list' in route ? 'list' : 'object', kind), position, ''))
    forEach(containers, ({ route, guard }) => {
      const problem = 'begin' in route ? route.begin?.(position) : undefined
      if (problem !== undefined) guard.refuse(new ReadFault(problem, position, ''))
    })
    return undefined
  }
  const end = () => forEach(containers, ({ route }) => void ('end' in route && route.end?.()))
  const guard = commonGuard(parts)
  if (containers.length === 0) return { take: (value) => takeWith(takers, value), guard: commonGuard(takers) }
  if (kind === 'object') return objectRoute(takers, containers, note, { begin, end, guard })
  const elements = containers.flatMap((part) =>
    'list' in part.route ? [{ ...part, route: part.route.list }] : [],
  )
  return { list: sharedRoute(elements, note), begin, end, guard }
}

function takeWith(takers: readonly Part[], value: TakenValue): void {
  let parsed: { value: unknown } | null = null
  const parsedOnce = {
    ...value,
    parse: () => {
      parsed ??= { value: value.parse() }
      return parsed.value
    },
  }
  forEach(takers, ({ route }) => 'take' in route && route.take(parsedOnce))
}

/** Readers that expect a list or an object refuse any other value but null. */
function scalarRoute(takers: readonly Part[], others: readonly Part[]): Route {
  const take = (value: TakenValue) => {
    takeWith(takers, value)
    const parsed = others.length === 0 ? null : value.parse()
    if (parsed === null) return
    // parse: an object or a list does not get here.
    const kind = typeof parsed as JsonKind
    for (const { route, guard } of others)
      guard.refuse(value.fault(unexpectedKind('list' in route ? 'list' : 'object', kind)))
  }
  return { take, guard: commonGuard([...takers, ...others]) }
}

type Hooks = { begin: (position: FilePosition) => undefined; end: () => void; guard: FaultPolicy }

function objectRoute(
  takers: readonly Part[],
  containers: readonly Part[],
  note: KeyNote,
  { begin, end, guard }: Hooks,
): Route {
  const collected = new CollectedObject()
  const rest: Part = {
    route: { take: (value) => collected.add(value) },
    guard: commonGuard(takers),
    isStopped: () => takers.every((part) => part.isStopped()),
  }
  return {
    object: new Map(),
    guard,
    begin: (position) => {
      collected.begin(position)
      return begin(position)
    },
    each: (key) => {
      collected.key = key
      const inner = containers.flatMap((part) => {
        const route = childRoute(part.route, key)
        const unread = part.unread && { ...part.unread, path: keyPath(part.unread.path, key) }
        return route === null ? [] : [{ ...part, route, unread }]
      })
      const shared = sharedRoute(inner.some(({ route }) => descends(route)) ? inner : [...inner, rest])
      return inner.some(({ route }) => !('take' in route)) ? notedRoute(key, shared, note) : shared
    },
    end: () => {
      if (takers.length > 0) takeWith(takers, collected.value())
      end()
    },
  }
}

/** Whether a route goes into objects or lists; one that only takes texts leaves them to those that take them whole. */
const descends = (route: Route): boolean =>
  (['object', 'list'] as const).some((kind) => {
    const own = routeOfKind(route, kind)
    return own !== null && !('take' in own)
  })

function notedRoute(key: string, route: Route, note: KeyNote): Route {
  const ofKind = (kind: JsonKind) => {
    note(key, kind)
    return routeOfKind(route, kind) ?? skipped
  }
  return {
    either: {
      get list() {
        return ofKind('list')
      },
      get object() {
        return ofKind('object')
      },
      get scalar() {
        return ofKind('string')
      },
    },
  }
}
