import { deleteLines, insertAt } from '../edits.ts'
import { type Flaw, fileWith, type Line, linesOf, type PlacedFlaw, type Repository } from '../repository.ts'
import { lineOf } from '../subjects.ts'

/** Puts another name in the place of one in all lines of a file, which stay the same flaws. */
export const renameName =
  (path: string, from: string, to: string) =>
  (repository: Repository): Repository => {
    const renamed = (text: string) => text.replaceAll(new RegExp(`\\b${from}\\b`, 'g'), to)
    return new Map(repository).set(
      path,
      linesOf(repository, path).map(({ text, flaw, ...line }) => ({
        ...line,
        text: renamed(text),
        ...(flaw ? { flaw: { ...flaw, code: renamed(flaw.code) } } : {}),
      })),
    )
  }

/** Moves the lines around a flaw to another place of a file, which a number says. */
export const moveBlock =
  ({ path, line }: PlacedFlaw, to: string, number: number) =>
  (repository: Repository): Repository => {
    const from = Math.max(1, line - 4)
    const moved = linesOf(repository, path).slice(from - 1, line + 4)
    const left = deleteLines(path, from, from + moved.length - 1)(repository)
    return insertAt(to, 1 + (number % (linesOf(left, to).length + 1)), moved)(left)
  }

/** One of the names in the arguments of a call. */
export function nameIn(code: string, number: number): string | undefined {
  const names = code.slice(code.indexOf('(')).match(/\b[a-z]+_[a-z]+\b(?!=)/g) ?? []
  return names[number % 3 === 0 ? number % Math.max(1, names.length) : 0]
}

/** A file as a template makes it: each one has the same lines. */
export const templateFile = (flaws: readonly Flaw[]): Line[] =>
  fileWith('template', 24, Object.fromEntries(flaws.map((flaw, index) => [4 + 7 * index, lineOf(flaw)])))
