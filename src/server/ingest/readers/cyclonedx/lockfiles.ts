import { yieldToEventLoop } from '../../input/reader.ts'
import { type LockfileCollector, maxRelations } from '../../report/lockfile-collector.ts'
import type { ReportedDependency } from '../../report/report.ts'
import { isLockfile } from '../../values/lockfile-names.ts'
import { filePath } from '../../values/paths.ts'
import type { Component } from './component.ts'
import { type Graph, reachedFrom } from './graph.ts'

/** Types of components that are no packages. Source: CycloneDX 1.7, "component type". */
const emptyLockfileReason = new Set(['file', 'cryptographic-asset'])

/** Where a component stands: its position by the path of the lockfile. */
export type LockfilePlaces = ReadonlyMap<string, number>

export type LockfileAssignment = {
  /** By the position of the component; empty for what is no dependency. */
  places: LockfilePlaces[]
  /** How many components were left out, by reason. */
  leftOut: Map<string, number>
}

const yieldInterval = 5_000

/**
 * Puts the components of a file into its lockfiles, with how they relate. A component stands in those that it names
 * itself; else in those whose analysis reaches it; else in the one named `path`.
 * @throws what `refuse` makes of the sentence where a bound is passed.
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
    if (component.holder) return false
    // Some tools list what the file is about among its parts.
    if (component.ref !== null && component.ref === root?.ref) return false
    if (component.type !== null && emptyLockfileReason.has(component.type))
      count(`component of type "${component.type}"`)
    else if (component.dependency === null) count('component without a name')
    else return true
    return false
  })
  const all = graph.indexesOf([root?.ref ?? null, ...components.map((component) => component.ref)])
  // Positions of components from here on; the root asks, and nobody asks for it.
  const [fromRoot = null, ...out] = all.map(
    (others) => others?.flatMap((other) => (other === 0 ? [] : [other - 1])) ?? null,
  )
  const addPlace = (position: number) => isPackage[position] === true
  const reachedFrom = readReach(fromRoot, out, components, addPlace)
  const lockfilesOfComponent = assignLockfiles(components, out, addPlace, refuse)

  const places = components.map(() => new Map<string, number>())
  for (const [position, component] of components.entries()) {
    if (position % yieldInterval === 0) await yieldToEventLoop()
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
      places[position]?.set(within, added)
    }
    // Its equals stood in each of its lockfiles already; what it says beside is joined with them.
    if (collector.joined - joined === own.length) count('component listed twice')
  }
  await addRelations(out, places, collector, refuse)
  return { places, leftOut }
}

/** Direct is what the root asks for, or what an analysed file asks for; transitive what is reached from there. */
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

/** What an analysed file holds: its parts, what it asks for, and what these ask for. */
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

/** The name of the project that a component is nested in. */
function projectOf(component: Component, components: readonly Component[]): string | null {
  for (let parent = component.parent; parent !== null; parent = components[parent]?.parent ?? null) {
    if (components[parent]?.holder?.kind === 'project') return filePath(components[parent]?.name)
  }
  return null
}

async function addRelations(
  out: readonly (readonly number[] | null)[],
  places: readonly LockfilePlaces[],
  collector: LockfileCollector,
  refuse: (sentence: string) => Error,
): Promise<void> {
  let steps = 0
  for (const [position, others] of out.entries()) {
    if (position % yieldInterval === 0) await yieldToEventLoop()
    const own = places[position]
    if (!others || !own) continue
    steps += own.size * others.length
    if (steps > 2 * maxRelations) throw refuse(`the file contains more than ${2 * maxRelations} relations`)
    for (const [path, place] of own) {
      const request = others.flatMap((other) => places[other]?.get(path) ?? [])
      const problem = collector.relate(path, place, request)
      if (problem !== undefined) throw refuse(problem)
    }
  }
}
