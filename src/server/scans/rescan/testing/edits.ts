import {
  type Flaw,
  flawLine,
  type Line,
  linesOf,
  placeOf,
  plainLines,
  type Repository,
} from './repository.ts'

/** A change of a repository, as a commit makes it. */
export type Edit = (repository: Repository) => Repository

/** Several edits as one, the first one first. */
export const allOf =
  (...edits: Edit[]): Edit =>
  (repository) =>
    edits.reduce((edited, edit) => edit(edited), repository)

/** Nothing changes. */
export const nothing: Edit = (repository) => repository

function changed(repository: Repository, path: string, change: (lines: Line[]) => Line[]): Repository {
  return new Map(repository).set(path, change([...linesOf(repository, path)]))
}

/** Puts lines before the line `at`, which counts from 1. */
export const insertAt =
  (path: string, at: number, lines: readonly Line[]): Edit =>
  (repository) =>
    changed(repository, path, (old) => old.toSpliced(at - 1, 0, ...lines))

/** Puts plain lines at the top of the file of a flaw. */
export const insertAtTop =
  (truth: string, count: number): Edit =>
  (repository) =>
    insertAt(placeOf(repository, truth).path, 1, plainLines('inserted', count))(repository)

/** Puts plain lines right above a flaw. */
export const insertAbove =
  (truth: string, count: number): Edit =>
  (repository) => {
    const { path, line } = placeOf(repository, truth)
    return insertAt(path, line, plainLines('inserted', count))(repository)
  }

/** Puts plain lines right below a flaw. */
export const insertBelow =
  (truth: string, count: number): Edit =>
  (repository) => {
    const { path, line } = placeOf(repository, truth)
    return insertAt(path, line + 1, plainLines('inserted', count))(repository)
  }

/** Adds a line so many lines above (negative) or below a flaw. */
export const addNear =
  (truth: string, distance: number, added: Line): Edit =>
  (repository) => {
    const { path, line } = placeOf(repository, truth)
    return insertAt(path, line + distance, [added])(repository)
  }

/** Deletes the line of a flaw. */
export const deleteLine =
  (truth: string): Edit =>
  (repository) => {
    const { path, line } = placeOf(repository, truth)
    return changed(repository, path, (lines) => lines.toSpliced(line - 1, 1))
  }

/** Puts a plain line in the place of a flaw, so that no other line moves. */
export const fixInPlace =
  (truth: string): Edit =>
  (repository) => {
    const { path, line } = placeOf(repository, truth)
    return changed(repository, path, (lines) => lines.with(line - 1, { text: `    fixed_${line} = True` }))
  }

/** A flaw without its place. */
const flawOf = ({ truth, rule, code, message, resource }: Flaw): Flaw => ({
  truth,
  rule,
  code,
  message,
  ...(resource === undefined ? {} : { resource }),
})

/** Changes the code of a flaw, which stays the same flaw. */
export const changeCode =
  (truth: string, code: string): Edit =>
  (repository) => {
    const { path, line, text, code: old, ...placed } = placeOf(repository, truth)
    const flaw = flawOf({ ...placed, code })
    return changed(repository, path, (lines) =>
      lines.with(line - 1, { text: text.replace(old, () => code), flaw }),
    )
  }

/** Writes the line of a flaw anew around its code, which stands in the place of `{}`. */
export const reframe =
  (truth: string, frame: string): Edit =>
  (repository) => {
    const { path, line, ...placed } = placeOf(repository, truth)
    return changed(repository, path, (lines) => lines.with(line - 1, flawLine(flawOf(placed), frame)))
  }

/** Puts another flaw in the place of one. */
export const replaceBy =
  (truth: string, flaw: Flaw): Edit =>
  (repository) => {
    const { path, line, text, code } = placeOf(repository, truth)
    return changed(repository, path, (lines) =>
      lines.with(line - 1, { text: text.replace(code, () => flaw.code), flaw }),
    )
  }

/** Moves the line of a flaw before the line `at` of a file, counted after the line was taken out. */
export const moveTo =
  (truth: string, to: string, at: number): Edit =>
  (repository) => {
    const { path, line } = placeOf(repository, truth)
    const moved = linesOf(repository, path)[line - 1]
    return moved ? insertAt(to, at, [moved])(deleteLine(truth)(repository)) : repository
  }

/** Renames a file. */
export const renameFile =
  (from: string, to: string): Edit =>
  (repository) =>
    new Map([...repository].map(([path, lines]) => [path === from ? to : path, lines]))

/** Puts another folder in the place of one, for all files in it. */
export const movePrefix =
  (from: string, to: string): Edit =>
  (repository) =>
    new Map(
      [...repository].map(([path, lines]) => [
        path.startsWith(from) ? `${to}${path.slice(from.length)}` : path,
        lines,
      ]),
    )

/** Deletes a file. */
export const deleteFile =
  (path: string): Edit =>
  (repository) =>
    new Map([...repository].filter(([each]) => each !== path))

/** Adds a file. */
export const addFile =
  (path: string, lines: readonly Line[]): Edit =>
  (repository) =>
    new Map(repository).set(path, lines)

const asCopy = (line: Line): Line =>
  line.flaw ? { ...line, flaw: { ...line.flaw, truth: `copy of ${line.flaw.truth}` } } : line

/** Copies lines of a file, the last one included, before another line of it; flaws of the copy are others. */
export const copyLines =
  (path: string, from: number, to: number, at: number): Edit =>
  (repository) =>
    insertAt(
      path,
      at,
      linesOf(repository, path)
        .slice(from - 1, to)
        .map(asCopy),
    )(repository)

/** Deletes lines of a file, the last one included. */
export const deleteLines =
  (path: string, from: number, to: number): Edit =>
  (repository) =>
    changed(repository, path, (lines) => lines.toSpliced(from - 1, to - from + 1))

/** Copies a file; flaws of the copy are others, named after theirs. */
export const copyFile =
  (from: string, to: string): Edit =>
  (repository) =>
    addFile(to, linesOf(repository, from).map(asCopy))(repository)

/** Gives rules other ids, and another message if one is given; the code stays as it is. */
export const renameRules =
  (idOf: (rule: string) => string, message?: string): Edit =>
  (repository) =>
    new Map(
      [...repository].map(([path, lines]) => [
        path,
        lines.map((line) => {
          const { flaw } = line
          if (!flaw || idOf(flaw.rule) === flaw.rule) return line
          return {
            ...line,
            flaw: { ...flaw, rule: idOf(flaw.rule), message: message ?? flaw.message },
          }
        }),
      ]),
    )
