import type { Place, ReadFault } from '../fault.ts'

export type JsonKind = 'object' | 'list' | 'string' | 'number' | 'boolean' | 'null'

/** A value handed over whole. `bytes` are only valid during the call. */
export type TakenValue = {
  bytes: Uint8Array
  place: Place
  parse(): unknown
  /** A fault at this value; `suffix` is a JSON pointer inside it. */
  fault(message: string, suffix?: string): ReadFault
}

type Around = {
  /** Called at the opening bracket; an answer is a sentence that refuses the file there. */
  begin?: () => string | undefined
  end?: () => void
}

/**
 * Which parts of a document are handed over, which are walked into, and (what has no route) skipped.
 * A list or object that is null counts as empty; any other kind is a fault.
 */
export type Route =
  | { take: (value: TakenValue) => void }
  | (Around & { list: Route })
  | (Around & {
      object: ReadonlyMap<string, Route>
      /** The route of a key that `object` does not have. */
      each?: (key: string) => Route
      other?: (key: string) => void
    })
  | { either: { list: Route; object: Route } }

/** The route of a child: of any element of a list, or of the key of an object. */
export function childRoute(route: Route | null, key: string | null): Route | null {
  if (route === null || 'take' in route || 'either' in route) return null
  if ('list' in route) return route.list
  const child = key === null ? undefined : (route.object.get(key) ?? route.each?.(key))
  if (child === undefined && key !== null) route.other?.(key)
  return child ?? null
}

/** The route of a value of this kind, where that depends on the kind. */
export function routeOfKind(route: Route | null, kind: JsonKind): Route | null {
  if (route === null || !('either' in route) || (kind !== 'list' && kind !== 'object')) return route
  return route.either[kind]
}

/** Announces a value to its route. Answers a sentence where the value may not stand there. */
export function openRoute(route: Route | null, kind: JsonKind): string | null {
  if (route === null || 'take' in route || kind === 'null') return null
  if ('either' in route) return `a list or an object was expected, not a ${kind}`
  const wanted = 'list' in route ? 'list' : 'object'
  if (kind !== wanted)
    return `${wanted === 'list' ? 'a list' : 'an object'} was expected, not ${kind === 'object' ? 'an' : 'a'} ${kind}`
  return route.begin?.() ?? null
}

/** Tells a route that its value has ended. */
export function closeRoute(route: Route | null): void {
  if (route && !('take' in route || 'either' in route)) route.end?.()
}
