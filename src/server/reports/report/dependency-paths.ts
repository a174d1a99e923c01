import type { ReportedDependency } from './report.ts'

type Related = Pick<ReportedDependency, 'name' | 'version' | 'transitivity' | 'requires'>

/** Longer paths, and longer texts of them, are not useful to people. */
const maxPathLength = 32
const maxTextLength = 2_000

/**
 * Finds for each dependency of a lockfile the shortest path to it from a direct one, as `name@version` of the preceding
 * dependencies. Null for direct ones and if no path is known.
 */
export function listDependencyPaths(dependencies: readonly Related[]): (position: number) => string[] | null {
  const parents = new Int32Array(dependencies.length).fill(-1)
  const steps = new Int32Array(dependencies.length).fill(-1)
  const queue: number[] = []
  for (const [position, { transitivity }] of dependencies.entries()) {
    if (transitivity !== 'direct') continue
    steps[position] = 0
    queue.push(position)
  }
  // Iterating a list includes the elements that are appended meanwhile.
  for (const position of queue) {
    const next = (steps[position] ?? 0) + 1
    for (const other of dependencies[position]?.requires ?? []) {
      if (steps[other] !== -1) continue
      steps[other] = next
      parents[other] = position
      queue.push(other)
    }
  }
  return (position) => {
    const length = steps[position] ?? -1
    if (length <= 0 || length > maxPathLength) return null
    const way: string[] = []
    let text = 0
    for (let at = parents[position] ?? -1; at >= 0; at = parents[at] ?? -1) {
      const one = dependencies[at]
      const label = one ? packageLabel(one) : ''
      text += label.length
      if (text > maxTextLength) return null
      way.push(label)
    }
    return way.reverse()
  }
}

const packageLabel = ({ name, version }: Related) => (version === '' ? name : `${name}@${version}`)
