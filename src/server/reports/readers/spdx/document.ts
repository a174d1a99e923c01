import type { Route } from '../../json/json-route.ts'
import { maxDependencies } from '../../report/lockfile-collector.ts'
import { asName, asObject, getIn, type JsonObject } from '../../values/json-values.ts'
import { type Component, refIn } from '../cyclonedx/component.ts'
import { Graph } from '../cyclonedx/graph.ts'
import { componentOfPackage } from './package.ts'
import { describedIn, edgeOf, type Relation, relationOf } from './relationship.ts'

const documentRef = 'SPDXRef-DOCUMENT'

/** The content of an SPDX document, whose relationships may come before its packages. */
export class SpdxDocument {
  readonly routes: ReadonlyMap<string, Route>
  /** `name` of the document, and `creators` and `created` of its creation. */
  readonly metadata = new Map<string, unknown>()
  readonly #components: Component[] = []
  readonly #downloads = new Map<string, unknown>()
  readonly #relations: Relation[] = []
  /** The names of licenses that are not in the list of SPDX, by their id in the document. */
  readonly #licenses = new Map<string, string>()
  /** The subjects of the document. */
  readonly #described = new Set<string>()

  constructor() {
    const keep = (key: string): [string, Route] => [
      key,
      { take: (value) => void this.metadata.set(key, value.parse()) },
    ]
    const parts = new Map<string, Route>([
      ['spdxVersion', versionRoute],
      keep('name'),
      ['creationInfo', { object: new Map([keep('creators'), keep('created')]) }],
      ['documentDescribes', { list: { take: (value) => this.#describe(refIn(value.parse())) } }],
      ['packages', { list: this.#packageRoute() }],
      ['hasExtractedLicensingInfos', { list: { take: (value) => this.#keepLicense(value.parse()) } }],
      ['relationships', { list: this.#relationRoute() }],
    ])
    this.routes = new Map<string, Route>([...parts, ['sbom', { object: parts }]])
  }

  /** The packages and their relations, once the whole document was read. */
  finish() {
    for (const { dependency } of this.#components) {
      if (dependency) dependency.licenses = dependency.licenses.map((id) => this.#licenses.get(id) ?? id)
    }
    const graph = new Graph()
    const holders = new Set(
      this.#components.flatMap(({ holder, ref }) =>
        holder?.kind === 'lockfile' && ref !== null ? [ref] : [],
      ),
    )
    for (const relation of this.#relations) {
      const edge = edgeOf(relation, holders)
      if (edge) graph.add({ ref: edge.from, dependsOn: [edge.to] })
    }
    const root =
      this.#components.find(({ ref, holder }) => ref !== null && !holder && this.#described.has(ref)) ?? null
    // A document that describes all of its packages has no subject.
    const isSubject = root !== null && this.#described.size === 1
    return {
      components: this.#components,
      root: isSubject ? root : null,
      subject: (isSubject ? root.name : null) ?? asName(this.metadata.get('name')),
      graph,
      downloadLocation: isSubject ? this.#downloads.get(root.ref ?? '') : null,
    }
  }

  #describe(ref: string | null): void {
    if (ref !== null && this.#described.size < maxDependencies) this.#described.add(ref)
  }

  /** Source: SPDX 2.3, clause 10. */
  #keepLicense(info: unknown): void {
    const id = asName(getIn(info, 'licenseId'), 200)
    const name = asName(getIn(info, 'name'), 300)
    if (id === null || name === null || name === 'NOASSERTION') return
    if (this.#licenses.size < maxLicenses) this.#licenses.set(id, name)
  }

  #packageRoute(): Route {
    return {
      take: (value) => {
        const described = asObject(value.parse())
        if (described === null) throw value.fault('a package must be an object')
        if (this.#components.length >= maxDependencies)
          throw value.fault(`the file contains more than ${maxDependencies} packages`)
        this.#components.push(componentOfPackage(described))
        this.#keepDownload(described)
      },
    }
  }

  #keepDownload(described: JsonObject): void {
    const ref = refIn(described['SPDXID'])
    const download = described['downloadLocation']
    if (
      ref !== null &&
      typeof download === 'string' &&
      /^git\+/.test(download) &&
      this.#downloads.size < 1_000
    )
      this.#downloads.set(ref, download)
  }

  #relationRoute(): Route {
    return {
      take: (value) => {
        const parsed = value.parse()
        const described = describedIn(parsed, documentRef)
        if (described !== null) return this.#describe(described)
        const relation = relationOf(parsed)
        if (relation === null) return
        if (this.#relations.length >= maxRelationships)
          throw value.fault(`the file contains more than ${maxRelationships} relationships`)
        this.#relations.push(relation)
      },
    }
  }
}

const maxLicenses = 10_000

/** Documents of an operating system have millions, of which most are about its files. */
const maxRelationships = 1_000_000

const versionRoute: Route = {
  take: (value) => {
    const version = value.parse()
    if (typeof version !== 'string' || !/^SPDX-2\.[2-9]$/.test(version))
      throw value.fault('this version of SPDX is not supported; use 2.2 or 2.3')
  },
}
