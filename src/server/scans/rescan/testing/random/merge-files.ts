import { deleteLine } from '../edits.ts'
import type { Line, Repository } from '../repository.ts'

/** The files of a ref; a file keeps its number whatever it is called. */
export interface Files {
  state: Repository
  numbers: ReadonlyMap<string, number>
}

interface File {
  path: string
  lines: readonly Line[]
}

/**
 * The files of two refs together, as version control merges them: a file that one side renamed has its new path and what
 * the other one changed in it. Of a file that both changed, the lines are those of `theirs`.
 */
export function mergeFiles(base: Files, ours: Files, theirs: Files): Files {
  const [stood, own, other] = [base, ours, theirs].map(byNumber)
  const merged = new Map<string, File & { number: number }>()
  for (const number of new Set([...(own?.keys() ?? []), ...(other?.keys() ?? [])])) {
    const file = mergeFile(stood?.get(number), own?.get(number), other?.get(number))
    if (file) merged.set(file.path, { ...file, number })
  }
  const state = new Map([...merged].map(([path, { lines }]) => [path, lines]))
  const numbers = new Map([...merged].map(([path, { number }]) => [path, number]))
  return { state: withoutMoved(state, stood ?? new Map(), numbers), numbers }
}

const byNumber = ({ state, numbers }: Files) =>
  new Map([...state].map(([path, lines]): [number, File] => [numbers.get(path) ?? -1, { path, lines }]))

function mergeFile(base?: File, ours?: File, theirs?: File): File | undefined {
  if (!ours || !theirs) {
    const only = ours ?? theirs
    // The other side deleted it.
    return base && only?.lines === base.lines ? undefined : only
  }
  return {
    path: theirs.path === base?.path ? ours.path : theirs.path,
    lines: theirs.lines === base?.lines ? ours.lines : theirs.lines,
  }
}

/** Takes a flaw out of the file from which one side moved it to another one; of two places to which it moved, the last is left. */
function withoutMoved(
  state: Repository,
  base: ReadonlyMap<number, File>,
  numbers: ReadonlyMap<string, number>,
): Repository {
  const places = new Map<string, string[]>()
  for (const [path, lines] of state)
    for (const { flaw } of lines) if (flaw) places.set(flaw.truth, [...(places.get(flaw.truth) ?? []), path])
  const stoodIn = (path: string, truth: string) =>
    base.get(numbers.get(path) ?? -1)?.lines.some(({ flaw }) => flaw?.truth === truth) ?? false
  let left = state
  for (const [truth, paths] of places) {
    const kept = paths.findLast((path) => !stoodIn(path, truth)) ?? paths.at(-1)
    for (const path of paths)
      if (path !== kept)
        left = new Map(left).set(
          path,
          deleteLine(truth)(new Map([[path, left.get(path) ?? []]])).get(path) ?? [],
        )
  }
  return left
}
