import { childRoute, type Route, skipped } from './json-route.ts'

/** A key by which an object names a rule or a vulnerability, without case and separators. */
const idKey =
  /^(?:id|cves?|ghsa|rule|rulename|(?:cve|ghsa|vuln|vulnerability|advisory|rule|check|test|issue|finding|bug|alert|plugin|public)ids?)$/
/** A key by which an object says how severe something is. */
const severityKey = /^(?:severity|baseseverity|issueseverity|risk|cvss|cvssscore)$/
/** A key by which an object says where it is. */
const placeKey = /^(?:locations?|path|file|filename|filepath|uri|lines?|linenumber|startline)$/

const maxKeyLength = 60
const maxDepth = 10
/** The objects of a list, and the lists of a file, in which findings are looked for. */
const maxObjects = 1_000
const maxLists = 1_000

/** What is known of an object of a list that no reader reads. */
export class UnreadObject {
  #hasId = false
  #hasPlace = false
  #hasSeverity = false
  /** Findings in lists within it, which are a part of it if it is a finding itself. */
  readonly within = new Map<string, number>()

  add(key: string): void {
    if (key.length > maxKeyLength) return
    const word = key.replace(/[-_. ]/g, '').toLowerCase()
    this.#hasId ||= idKey.test(word)
    this.#hasPlace ||= placeKey.test(word)
    this.#hasSeverity ||= severityKey.test(word)
  }

  /** Ends an object of a list within this one: a rating belongs to what it is the rating of. */
  addPart(part: UnreadObject, path: string): void {
    this.#hasSeverity ||= !part.#hasId && part.#hasSeverity
    part.addTo(this.within, path)
  }

  /** Adds what was found to that of the whole. */
  addTo(found: Map<string, number>, path: string): void {
    const ended = this.isFinding ? [[path, 1] as const] : this.within
    for (const [each, count] of ended)
      if (found.has(each) || found.size < maxLists) found.set(each, (found.get(each) ?? 0) + count)
  }

  get isFinding(): boolean {
    return this.#hasId && (this.#hasPlace || this.#hasSeverity)
  }
}

/**
 * Counts the objects in lists that are not read which look like findings: they have an id, a rule or a CVE, and a
 * severity or a location. So a list that a tool adds to its format is not passed over without a word.
 */
export class UnreadFindings {
  /** The number of such objects by the keys that lead to their list, joined by points. */
  readonly found = new Map<string, number>()
  readonly #seen = new Map<string, number>()

  /** The route of a value that no reader reads. */
  route(path: string, inside: UnreadObject | null = null, depth = 0): Route {
    if (depth > maxDepth) return skipped
    const each = (key: string): Route => {
      inside?.add(key)
      return this.route(keyPath(path, key), inside, depth + 1)
    }
    const object: Route = { object: new Map(), each, isOver: () => inside?.isFinding ?? false }
    return { either: { object, list: { list: this.#elementRoute(path, inside, depth + 1) } } }
  }

  /** Looks at a value that was parsed. */
  look(value: unknown, path = '', inside: UnreadObject | null = null, depth = 0): void {
    if (typeof value !== 'object' || value === null || depth > maxDepth) return
    if (!Array.isArray(value)) {
      for (const [key, inner] of Object.entries(value)) {
        inside?.add(key)
        this.look(inner, keyPath(path, key), inside, depth + 1)
      }
      return
    }
    for (const element of value) {
      if (typeof element !== 'object' || element === null) continue
      if (Array.isArray(element)) this.look(element, path, inside, depth + 1)
      else if (this.#maySee(path)) {
        const seen = new UnreadObject()
        this.look(element, path, seen, depth + 1)
        this.#end(seen, path, inside)
      }
    }
  }

  #elementRoute(path: string, inside: UnreadObject | null, depth: number): Route {
    const route = () => this.#objectRoute(path, inside, depth)
    const list = () => (depth > maxDepth ? skipped : { list: this.#elementRoute(path, inside, depth + 1) })
    return {
      either: {
        get object() {
          return route()
        },
        get list() {
          return list()
        },
      },
    }
  }

  #objectRoute(path: string, inside: UnreadObject | null, depth: number): Route {
    if (!this.#maySee(path)) return skipped
    const seen = new UnreadObject()
    const each = (key: string): Route => {
      seen.add(key)
      return this.route(keyPath(path, key), seen, depth + 1)
    }
    return {
      object: new Map(),
      each,
      isOver: () => seen.isFinding,
      end: () => this.#end(seen, path, inside),
    }
  }

  #maySee(path: string): boolean {
    const seen = this.#seen.get(path)
    if (seen === undefined && this.#seen.size >= maxLists) return false
    this.#seen.set(path, (seen ?? 0) + 1)
    return (seen ?? 0) < maxObjects || this.found.has(path)
  }

  #end(seen: UnreadObject, path: string, inside: UnreadObject | null): void {
    if (inside) inside.addPart(seen, path)
    else seen.addTo(this.found, path)
  }
}

/** The path of the value of a key in the value of a path. */
export const keyPath = (path: string, key: string) => {
  const name = key.length > maxKeyLength ? `${key.slice(0, maxKeyLength)}…` : key
  return path === '' ? name : `${path}.${name}`
}

/** Whether these keys of an object are those of a finding. */
export function areOfFinding(keys: Iterable<string>): boolean {
  const object = new UnreadObject()
  for (const key of keys) object.add(key)
  return object.isFinding
}

/** The same route, which looks for findings in the parts that it does not read. */
export function watchedRoute(route: Route, unread: UnreadFindings, path: string): Route {
  if ('take' in route) return route
  if ('list' in route) return { ...route, list: watchedRoute(route.list, unread, path) }
  if ('either' in route) return watchedEither(route, unread, path)
  const known = new Map<string, Route>()
  const each = (key: string): Route => {
    const watched = known.get(key)
    if (watched !== undefined) return watched
    const own = childRoute(route, key)
    if (own === null) return unread.route(keyPath(path, key))
    const made = watchedRoute(own, unread, keyPath(path, key))
    // What the file names may be any number of keys.
    if (route.object.has(key)) known.set(key, made)
    return made
  }
  return { ...route, object: new Map(), each }
}

function watchedEither(
  { either }: Extract<Route, { either: unknown }>,
  unread: UnreadFindings,
  path: string,
): Route {
  const watched = (inner: Route | undefined) =>
    inner === undefined ? skipped : watchedRoute(inner, unread, path)
  return {
    either: {
      get list() {
        return watched(either.list)
      },
      get object() {
        return watched(either.object)
      },
      get scalar() {
        return watched(either.scalar)
      },
    },
  }
}
