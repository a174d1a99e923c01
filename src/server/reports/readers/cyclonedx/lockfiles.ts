import { getOrCreate } from '#lib/get-or-create.ts'
import { yieldToEventLoop } from '../../input/reader.ts'
import { type LockfileCollector, maxRelations } from '../../report/lockfile-collector.ts'
import type { ReportedDependency } from '../../report/report.ts'
import { isLockfile } from '../../values/lockfile-names.ts'
import { filePath } from '../../values/paths.ts'
import type { Component } from './component.ts'
import { type Graph, reachedFrom } from './graph.ts'

/** Types of components that are not packages. Source: CycloneDX 1.7, "component type". */
const emptyLockfileReason = new Set(['file', 'cryptographic-asset'])

/** Where components are: by their position, their place in each lockfile. Nearly all are in one lockfile, and need no map. */
export class LockfilePlaces {
  readonly #paths: string[] = []
  readonly #places: number[] = []
  readonly #others = new Map<number, Map<string, number>>()

  set(position: number, path: string, place: number): void {
    this.#paths[position] ??= path
    if (this.#paths[position] === path) this.#places[position] = place
    else getOrCreate(this.#others, position, () => new Map<string, number>()).set(path, place)
  }

  get(position: number, path: string): number | undefined {
    return this.#paths[position] === path ? this.#places[position] : this.#others.get(position)?.get(path)
  }

  /** Paths of lockfiles with the place of a component in each, in the order in which they were set. */
  of(position: number): (readonly [path: string, place: number])[] {
    const [path, place] = [this.#paths[position], this.#places[position]]
    if (path === undefined || place === undefined) return []
    return [[path, place], ...(this.#others.get(position) ?? [])]
  }
}

export type LockfileAssignment = {
  places: LockfilePlaces
  /** The number of components that were left out, by reason. */
  leftOut: Map<string, number>
}

const yieldInterval = 5_000

/**
 * Assigns the components of a file to its lockfiles, with their relations. A component is assigned to the lockfiles
 * that it names; else to those whose analysis reaches it; else to the one named `path`.
 * @throws the error that `refuse` returns if a limit is exceeded.
 */
export async function assignToLockfiles(
  input: { components: readonly Component[]; root: Component | null; graph: Graph; path: string },
  collector: LockfileCollector,
  refuse: (sentence: string) => Error,
): Promise<LockfileAssignment> {
  const { components, root, graph, path } = input
  const leftOut = new Map<string, number>()
  const count = (reason: string) => leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1)
  const isPackage = components.map((component) => {
    for (const reason of component.leftOut) count(reason)
    if (component.holder) return false
    // Some tools list the subject of the file among its components.
    if (component.ref !== null && component.ref === root?.ref) return false
    if (component.type !== null && emptyLockfileReason.has(component.type))
      count(`component of type "${component.type}"`)
    else if (component.dependency === null) count('component without a name')
    else return true
    return false
  })
  const { fromRoot, out } = graph.take(
    root?.ref ?? null,
    components.map(({ ref }) => ref),
  )
  const addPlace = (position: number) => isPackage[position] === true
  const reachedFrom = readReach(fromRoot, out, components, addPlace)
  const lockfilesOfComponent = assignLockfiles(components, out, addPlace, refuse)

  const places = new LockfilePlaces()
  for (const [position, component] of components.entries()) {
    if (position % yieldInterval === yieldInterval - 1) await yieldToEventLoop()
    const { dependency } = component
    if (!isPackage[position] || dependency === null) continue
    const folder = projectOf(component, components)
    const own =
      component.lockfiles.length > 0
        ? component.lockfiles
        : (lockfilesOfComponent.get(position) ?? [{ path, transitivity: null }])
    const joined = collector.joined
    for (const lockfile of own) {
      const within = folder === null ? lockfile.path : `${folder}/${lockfile.path}`
      const added =
        collector.open(within, isLockfile(within)) ??
        collector.add(within, { ...dependency, transitivity: lockfile.transitivity ?? reachedFrom(position) })
      if (typeof added === 'string') throw refuse(added)
      places.set(position, within, added)
    }
    // What is in a lockfile is held there: a file may have hundreds of thousands.
    component.dependency = null
    // Equal components were already in each of its lockfiles; further fields are merged into them.
    if (collector.joined - joined === own.length) count('component listed twice')
  }
  await addRelations(out, places, collector, refuse)
  return { places, leftOut }
}

/**
 * A dependency is direct if the root or an analyzed file depends on it, and transitive if it is reachable from there.
 */
function readReach(
  fromRoot: readonly number[] | null,
  out: readonly (readonly number[] | null)[],
  components: readonly Component[],
  addPlace: (position: number) => boolean,
): (position: number) => ReportedDependency['transitivity'] {
  const starts = new Set(fromRoot ?? [])
  for (const [position, { holder }] of components.entries()) {
    if (holder) for (const other of out[position] ?? []) starts.add(other)
  }
  const reached = reachedFrom([...starts], out, addPlace)
  return (position) => (starts.has(position) ? 'direct' : reached.has(position) ? 'transitive' : 'unknown')
}

/** The content of an analyzed file: its components, its dependencies, and their dependencies. */
function assignLockfiles(
  components: readonly Component[],
  out: readonly (readonly number[] | null)[],
  addPlace: (position: number) => boolean,
  refuse: (sentence: string) => Error,
): Map<number, Component['lockfiles']> {
  const lockfilesOfComponent = new Map<number, Component['lockfiles']>()
  const parts = new Map<number, number[]>()
  for (const [position, { parent }] of components.entries()) {
    if (parent === null || components[parent]?.holder?.kind !== 'lockfile') continue
    const others = parts.get(parent) ?? []
    parts.set(parent, others)
    others.push(position)
  }
  let steps = 0
  for (const [position, { holder, name }] of components.entries()) {
    const path = holder?.kind === 'lockfile' ? filePath(name) : null
    if (path === null) continue
    const reached = reachedFrom([...(out[position] ?? []), ...(parts.get(position) ?? [])], out, addPlace)
    steps += reached.size
    if (steps > maxRelations) throw refuse(`the file contains more than ${maxRelations} component locations`)
    for (const each of reached) {
      const others = lockfilesOfComponent.get(each) ?? []
      lockfilesOfComponent.set(each, others)
      others.push({ path, transitivity: null })
    }
  }
  return lockfilesOfComponent
}

/** The name of the project that contains a component. */
function projectOf(component: Component, components: readonly Component[]): string | null {
  for (let parent = component.parent; parent !== null; parent = components[parent]?.parent ?? null) {
    if (components[parent]?.holder?.kind === 'project') return filePath(components[parent]?.name)
  }
  return null
}

async function addRelations(
  out: readonly (readonly number[] | null)[],
  places: LockfilePlaces,
  collector: LockfileCollector,
  refuse: (sentence: string) => Error,
): Promise<void> {
  let steps = 0
  for (const [position, others] of out.entries()) {
    if (position % yieldInterval === yieldInterval - 1) await yieldToEventLoop()
    const own = places.of(position)
    if (!others) continue
    steps += own.length * others.length
    if (steps > 2 * maxRelations) throw refuse(`the file contains more than ${2 * maxRelations} relations`)
    for (const [path, place] of own) {
      const request = others.flatMap((other) => places.get(other, path) ?? [])
      const problem = collector.relate(path, place, request)
      if (problem !== undefined) throw refuse(problem)
    }
  }
}
