import type { Route, TakenValue } from '../../json/json-route.ts'
import { maxDependencies } from '../../report/lockfile-collector.ts'
import { type Component, componentKeys, componentOf, emptyComponent } from './component.ts'

/** The components of a file in document order, nested ones after their parent. */
export class Components {
  readonly all: Component[] = []
  /** The subject of the file. */
  root: Component | null = null
  rootReferences: unknown = null
  readonly #open: { given: Record<string, unknown>; position: number }[] = []

  /**
   * The route of one component and its nested ones. A component is read part by part, since it may contain thousands.
   */
  readonly route: Route = this.#route(
    () => {
      if (this.all.length >= maxDependencies)
        return `the file contains more than ${maxDependencies} components`
      this.#open.push({ given: {}, position: this.all.length })
      this.all.push(emptyComponent)
      return undefined
    },
    () => {
      const done = this.#open.pop()
      const parent = this.#open.at(-1)?.position ?? null
      if (done) this.all[done.position] = componentOf(done.given, parent)
    },
    () => this.#open.at(-1)?.given,
    [],
  )

  /** The route of the file's subject. */
  get rootRoute(): Route {
    let fields: Record<string, unknown> = {}
    return this.#route(
      () => {
        fields = {}
        return undefined
      },
      () => {
        this.root = componentOf(fields, null)
        this.rootReferences = fields['externalReferences']
      },
      () => fields,
      ['externalReferences'],
    )
  }

  #route(
    begin: () => string | undefined,
    end: () => void,
    fields: () => Record<string, unknown> | undefined,
    more: readonly string[],
  ): Route {
    const parts = new Map<string, Route>()
    for (const key of [...componentKeys, ...more]) {
      const take = (value: TakenValue) => {
        const open = fields()
        if (open) open[key] = value.parse()
      }
      parts.set(key, { take })
    }
    const route: Route = { object: parts, begin, end }
    parts.set('components', { list: this.route ?? route })
    return route
  }
}
