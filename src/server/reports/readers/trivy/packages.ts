import { ecosystemOfName } from '#contract/ecosystems.ts'
import type { LockfileCollector } from '../../report/lockfile-collector.ts'
import type { ReportedDependency } from '../../report/report.ts'
import {
  asCount,
  asName,
  asNames,
  asObjects,
  asPosition,
  getIn,
  type JsonObject,
} from '../../values/json-values.ts'
import { isLockfile } from '../../values/lockfile-names.ts'
import { componentOf } from '../cyclonedx/component.ts'
import type { Scanned } from './entries.ts'
import { pathOf } from './target.ts'

type Transitivity = ReportedDependency['transitivity']
type Place = { path: string; position: number; transitivity: Transitivity; dependsOn: readonly string[] }

/** The project itself and its parts, which are not dependencies. */
const ownRelationships = new Set(['root', 'workspace'])

/** The packages of `--list-all-pkgs`, as dependencies of the lockfile or image that they were found in. */
export class TrivyPackages {
  readonly #collector: LockfileCollector
  readonly #refuse: (sentence: string) => Error
  /** By what was scanned, then by the id of the package there. */
  readonly #places = new Map<number, Map<string, Place>>()

  constructor(collector: LockfileCollector, refuse: (sentence: string) => Error) {
    this.#collector = collector
    this.#refuse = refuse
  }

  /** @throws the error of `refuse` if a limit is exceeded. */
  add(scanned: Scanned, value: JsonObject): void {
    const relationship = asName(value['Relationship'], 50)
    if (relationship !== null && ownRelationships.has(relationship)) return
    const dependency = dependencyOf(value, scanned.type)
    if (dependency === null) return
    const path = pathOf(scanned)
    const transitivity = transitivityOf(relationship, value['Indirect'])
    const added =
      this.#collector.open(path, isLockfile(path)) ??
      this.#collector.add(path, { ...dependency, transitivity })
    if (typeof added === 'string') throw this.#refuse(added)
    const places = this.#places.get(scanned.index) ?? new Map<string, Place>()
    this.#places.set(scanned.index, places)
    const id = asName(value['ID'])
    if (id !== null)
      places.set(id, { path, position: added, transitivity, dependsOn: asNames(value['DependsOn']) })
  }

  /** Records the relations, once all packages were added. */
  relate(): void {
    for (const places of this.#places.values()) {
      // Reports of formats without relations have none at all, which does not mean that there are none.
      if ([...places.values()].every(({ dependsOn }) => dependsOn.length === 0)) continue
      for (const { path, position, dependsOn } of places.values()) {
        const others = dependsOn.flatMap((id) => places.get(id)?.position ?? [])
        const problem = this.#collector.relate(path, position, others)
        if (problem !== undefined) throw this.#refuse(problem)
      }
    }
  }

  transitivityOf(scanned: Scanned, id: unknown): Transitivity {
    return this.#places.get(scanned.index)?.get(asName(id) ?? '')?.transitivity ?? 'unknown'
  }
}

/** The package of a name, version and package URL; null without a name. */
export function packageIn(
  named: { name: unknown; version: unknown; purl: unknown },
  type: string,
): ReportedDependency | null {
  const { dependency } = componentOf(named, null)
  if (dependency === null || dependency.ecosystem !== 'generic') return dependency
  return { ...dependency, ecosystem: ecosystemOfName(type) ?? (type === '' ? 'generic' : type.toLowerCase()) }
}

function dependencyOf(value: JsonObject, type: string): ReportedDependency | null {
  const version = asName(value['Version'], 200) ?? ''
  const release = asName(value['Release'], 200)
  const epoch = asCount(value['Epoch']) ?? 0
  const installed = release === null ? version : `${version}-${release}`
  const dependency = packageIn(
    {
      name: value['Name'],
      version: epoch > 0 ? `${epoch}:${installed}` : installed,
      purl: getIn(value['Identifier'], 'PURL'),
    },
    type,
  )
  if (dependency === null) return null
  const licenses = asNames(value['Licenses']).map((name) => ({ license: { name } }))
  const [alg = '', content = ''] = (asName(value['Digest'], 300) ?? '').split(':')
  const { dependency: described } = componentOf({ name: 'a', licenses, hashes: [{ alg, content }] }, null)
  return {
    ...dependency,
    licenses: described?.licenses ?? [],
    hashes: described?.hashes ?? [],
    line: asPosition(asObjects(value['Locations'])[0]?.['StartLine']),
  }
}

function transitivityOf(relationship: string | null, indirect: unknown): Transitivity {
  if (relationship === 'direct') return 'direct'
  return relationship === 'indirect' || indirect === true ? 'transitive' : 'unknown'
}
