import { ReadFault, startOfFile } from '../../input/fault.ts'
import type { ResultCount } from '../../input/reader.ts'
import { ByteStore } from '../../json/byte-store.ts'
import type { Route } from '../../json/json-route.ts'
import { Graph } from './graph.ts'
import { Components } from './routes.ts'

/** The content of a CycloneDX file. Vulnerabilities are stored as bytes: there may be many. */
export class CycloneDxDocument {
  readonly components = new Components()
  readonly graph = new Graph()
  readonly vulnerabilities = new ByteStore()
  /** `timestamp`, `tools` and `properties` of the metadata. */
  readonly metadata = new Map<string, unknown>()
  /** The parts that the file has: a missing part says nothing, an empty one means that there are none. */
  readonly has = { components: false, vulnerabilities: false }
  readonly routes: ReadonlyMap<string, Route>

  constructor(count: ResultCount) {
    this.routes = new Map<string, Route>([
      ['bomFormat', formatRoute],
      ['specVersion', versionRoute],
      ['metadata', this.#metadataRoute()],
      ['components', { list: this.components.route, begin: () => this.#begin('components') }],
      ['dependencies', { list: this.#dependencyRoute() }],
      [
        'vulnerabilities',
        { list: this.#vulnerabilityRoute(count), begin: () => this.#begin('vulnerabilities') },
      ],
    ])
  }

  #begin(part: keyof typeof this.has): undefined {
    this.has[part] = true
  }

  #metadataRoute(): Route {
    const keep = (key: string): [string, Route] => [
      key,
      { take: (value) => void this.metadata.set(key, value.parse()) },
    ]
    return {
      object: new Map([
        keep('timestamp'),
        keep('tools'),
        keep('properties'),
        ['component', this.components.rootRoute],
      ]),
    }
  }

  /** Read part by part, since the reader of Dependency-Check descends into elements of the same name. */
  #dependencyRoute(): Route {
    let entry: Record<string, unknown> = {}
    let place = startOfFile
    const keep = (key: string): [string, Route] => [
      key,
      {
        take: (value) => {
          entry[key] = value.parse()
        },
      },
    ]
    const object: Route = {
      object: new Map([keep('ref'), keep('dependsOn')]),
      begin: (position) => {
        entry = {}
        place = position
        return undefined
      },
      end: () => {
        const problem = this.graph.add(entry)
        if (problem !== undefined) throw new ReadFault(problem, place, '/dependencies')
      },
    }
    return { either: { object } }
  }

  #vulnerabilityRoute(count: ResultCount): Route {
    return {
      take: (value) => {
        count.add(value)
        this.vulnerabilities.add(value.bytes, value.place)
      },
    }
  }
}

const formatRoute: Route = {
  take: (value) => {
    if (value.parse() !== 'CycloneDX') throw value.fault('`bomFormat` must be "CycloneDX"')
  },
}

const versionRoute: Route = {
  take: (value) => {
    const version = value.parse()
    if (typeof version !== 'string' || !/^1\.(?:[2-9]|\d\d)$/.test(version))
      throw value.fault('this version of CycloneDX is not supported; use 1.2 to 1.7')
  },
}
