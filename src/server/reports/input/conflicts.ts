import { isRead } from '../formats/known-keys.ts'
import { childRoute, type Route, routeOfKind } from '../json/json-route.ts'
import type { Part } from '../json/shared-route.ts'
import type { ReportFormat } from '../report/report.ts'

/** A part of the reader of a format. */
export type FormatPart = Part & { format: ReportFormat }

/**
 * Checks that readers can share a value: what one of them takes whole contains nothing that it reads and another one
 * descends into, which it would miss. @throws Error for a mistake in a reader
 */
export function refuseConflicts(name: string, path: readonly string[], parts: readonly FormatPart[]): void {
  for (const kind of ['list', 'object'] as const) {
    const wanting = parts.flatMap((part) => {
      const route = routeOfKind(part.route, kind)
      return route === null || 'either' in route ? [] : [{ ...part, route }]
    })
    if (wanting.length < 2) continue
    const takers = wanting.filter(({ route }) => 'take' in route)
    const containers = wanting.filter(({ route }) => kind in route)
    if (kind === 'list') {
      if (takers.length > 0 && containers.length > 0) throw conflict(name, [...takers, ...containers])
      const elements = containers.map((part) => ({
        ...part,
        route: childRoute(part.route, null) ?? part.route,
      }))
      refuseConflicts(`elements of ${name}`, path, elements)
      continue
    }
    for (const key of new Set(containers.flatMap(({ route }) => keysOf(route)))) {
      const inner = containers.flatMap((part) => {
        const route = childRoute(part.route, key)
        return route === null ? [] : [{ ...part, route }]
      })
      refuseConflicts(`\`${key}\` of ${name}`, [...path, key], inner)
      const missing = takers.filter(({ format }) => isRead(format, [...path, key]))
      if (missing.length > 0 && inner.some(({ route }) => !('take' in route)))
        throw conflict(`\`${key}\` of ${name}`, [...missing, ...inner])
    }
  }
}

const keysOf = (route: Route) => ('object' in route ? [...route.object.keys()] : [])

const conflict = (name: string, parts: readonly FormatPart[]) =>
  new Error(
    `the readers of ${parts.map(({ format }) => format).join(' and ')} want ${name} whole and in parts: read it in the same way in all of them (docs/decisions/0063-shared-parts.md)`,
  )
