import type { FilePosition, ReadFault } from '../input/fault.ts'

export type JsonKind = 'object' | 'list' | 'string' | 'number' | 'boolean' | 'null'

/** A complete value passed to a handler. `bytes` are only valid during the call. */
export type TakenValue = {
  bytes: Uint8Array
  place: FilePosition
  parse(): unknown
  /** A fault at this value; `suffix` is a JSON pointer inside it. */
  fault(message: string, suffix?: string): ReadFault
}

/** How faults and long strings of a value and its content are handled. */
export type FaultPolicy = {
  /** Receives a fault instead of the caller; unless it throws, the rest of the value is skipped. */
  refuse: (fault: ReadFault) => void
  /**
   * Whether the value at the end of these keys of the document is read. A string over the limit is passed as an empty
   * text if it is not read, and is a fault if it is read.
   */
  reads: (keys: readonly string[]) => boolean
}

type WithFaultPolicy = { guard?: FaultPolicy }

type ContainerHooks = WithFaultPolicy & {
  /** Called at the opening bracket with its position; a returned sentence rejects the value. */
  begin?: (position: FilePosition) => string | undefined
  /** Called at the closing bracket; may throw a `ReadFault`. */
  end?: () => void
}

/**
 * Which parts of a document are passed to handlers or traversed; parts without a route are skipped. A null in place of
 * a list or object counts as empty; any other kind is a fault.
 */
export type Route =
  | (WithFaultPolicy & { take: (value: TakenValue) => void })
  | (ContainerHooks & { list: Route })
  | (ContainerHooks & {
      object: ReadonlyMap<string, Route>
      /** The route of a key that `object` does not have. */
      each?: (key: string) => Route | undefined
      /** Whether the rest of the object is not needed, so that its keys need not be read. */
      isOver?: () => boolean
    })
  /** A route for each kind, asked for at each value; kinds without one are skipped. */
  | { either: { list?: Route; object?: Route; scalar?: Route } }

/** The route of a child: of any element of a list, or of a key of an object. */
export function childRoute(route: Route | null, key: string | null): Route | null {
  if (route === null || 'take' in route || 'either' in route) return null
  if ('list' in route) return route.list
  return key === null ? null : (route.object.get(key) ?? route.each?.(key) ?? null)
}

/** The route of a value of this kind, if the route depends on the kind. */
export function routeOfKind(route: Route | null, kind: JsonKind): Route | null {
  if (route === null || !('either' in route)) return route
  const selected = route.either[kind === 'list' || kind === 'object' ? kind : 'scalar']
  return routeOfKind(selected ?? null, kind)
}

/** Announces a value to its route. Returns a sentence if the route rejects the value. */
export function openRoute(route: Route | null, kind: JsonKind, position: () => FilePosition): string | null {
  if (route === null || 'take' in route || 'either' in route || kind === 'null') return null
  const expectedKind = 'list' in route ? 'list' : 'object'
  return kind === expectedKind ? (route.begin?.(position()) ?? null) : unexpectedKind(expectedKind, kind)
}

/** The message about a value of an unexpected kind. */
export function unexpectedKind(expectedKind: 'list' | 'object', kind: JsonKind): string {
  return `${expectedKind === 'list' ? 'a list' : 'an object'} was expected, not ${kind === 'object' ? 'an' : 'a'} ${kind}`
}

/** The route of a value that nobody reads. */
export const skipped: Route = { either: {} }

/** The same route, whose faults go to a guard unless they have one. */
export function guardedRoute(route: Route, guard: FaultPolicy): Route {
  if (!('either' in route)) return { ...route, guard: route.guard ?? guard }
  const guarded = (inner: Route | undefined) => (inner === undefined ? skipped : guardedRoute(inner, guard))
  return {
    either: {
      get list() {
        return guarded(route.either.list)
      },
      get object() {
        return guarded(route.either.object)
      },
      get scalar() {
        return guarded(route.either.scalar)
      },
    },
  }
}

/** Notifies a route that its value has ended. */
export function closeRoute(route: Route | null): void {
  if (route && !('take' in route || 'either' in route)) route.end?.()
}
