import type { FastifyRequest } from 'fastify'
import { HttpError } from './errors.ts'

interface Path {
  parts: readonly string[]
  methods: Set<string>
}

/** The paths of the operations, to say which methods a path accepts. Paths are in the router's syntax: `:name`. */
export class OperationPaths {
  readonly #paths = new Map<string, Path>()

  add(path: string, method: string): void {
    const { methods } = this.#paths.get(path) ?? { methods: new Set() }
    this.#paths.set(path, { parts: path.split('/'), methods: methods.add(method) })
  }

  /**
   * The methods that the router would send to the operation of another path with a parameter in place of a name, such as
   * `PATCH …/findings/export` to that of `…/findings/:id`.
   */
  *misrouted(): Generator<{ path: string; methods: string[] }> {
    const paths = [...this.#paths]
    for (const [path, { parts, methods }] of paths) {
      const others = paths.filter(([other, { parts: pattern }]) => other !== path && matches(pattern, parts))
      const missing = new Set(others.flatMap(([, other]) => [...other.methods]))
      for (const method of methods) missing.delete(method)
      if (missing.size > 0) yield { path, methods: [...missing] }
    }
  }

  /** @throws HttpError 405 if operations exist at the address of a request, but none with its method. */
  assertAllowed({ url }: Pick<FastifyRequest, 'url'>): void {
    const parts = (url.split('?', 1)[0] ?? '').split('/')
    const found = [...this.#paths.values()].filter(({ parts: pattern }) => matches(pattern, parts))
    const [nearest] = found.sort((one, other) => parametersOf(one) - parametersOf(other))
    if (!nearest) return
    const allow = [...nearest.methods, ...(nearest.methods.has('GET') ? ['HEAD'] : [])].join(', ')
    throw new HttpError(405, `This URL accepts ${allow}.`, { headers: { allow } })
  }
}

const isParameter = (part: string | undefined) => part?.startsWith(':') === true

const matches = (pattern: readonly string[], parts: readonly string[]) =>
  pattern.length === parts.length &&
  pattern.every((part, at) => (isParameter(part) ? parts[at] !== '' : part === parts[at]))

const parametersOf = ({ parts }: Path) => parts.filter(isParameter).length
