/** A flaw as a scanner's rule matches it. `truth` says which flaw it is, whatever becomes of its place and its code. */
export interface Flaw {
  truth: string
  rule: string
  /** What the rule matches, a part of its line; of a secret its value. */
  code: string
  message: string
  /** Of infrastructure: what the rule says it of. */
  resource?: string
}

export interface Line {
  text: string
  flaw?: Flaw
  /** The truth of the flaw whose value comes from this line. */
  sourceOf?: string
}

/** The lines of each file by its path. Never changed in place: an edit makes another one. */
export type Repository = ReadonlyMap<string, readonly Line[]>

/** A flaw where it stands; lines and columns count from 1, and the end column lies behind the last character. */
export interface PlacedFlaw extends Flaw {
  path: string
  line: number
  column: number
  endColumn: number
  /** The whole line. */
  text: string
}

/** A line that holds a flaw: its code in place of `{}`. */
export const flawLine = (flaw: Flaw, frame = '    {}'): Line => ({
  text: frame.replace('{}', () => flaw.code),
  flaw,
})

/** Lines without a flaw, each different from all others of another `topic` or number. */
export const plainLines = (topic: string, count: number): Line[] =>
  Array.from({ length: count }, (_, index) => ({ text: plainText(topic, index) }))

const plainShapes = [
  (name: string) => `    ${name} = settings.get("${name}")`,
  (name: string) => `    logger.debug("entering %s", "${name}")`,
  (name: string) => `    if ${name} is None:`,
  (name: string) => `        return default_${name}`,
  () => '',
  (name: string) => `def handle_${name}(request, context):`,
  (name: string) => `    counter.increment("${name}.calls")`,
]

function plainText(topic: string, index: number): string {
  const shape = plainShapes[index % plainShapes.length]
  return shape ? shape(`${topic}_${index}`) : ''
}

/** A file of so many plain lines, with some of them replaced; `at` counts from 1. */
export function fileWith(topic: string, length: number, at: Record<number, Line>): Line[] {
  return plainLines(topic, length).map((line, index) => at[index + 1] ?? line)
}

/** All flaws of a repository by path and line. */
export function flawsIn(repository: Repository): PlacedFlaw[] {
  return [...repository.entries()].flatMap(([path, lines]) =>
    lines.flatMap(({ text, flaw }, index) => {
      if (!flaw) return []
      const from = text.indexOf(flaw.code)
      if (from < 0) throw new Error(`the line of ${flaw.truth} does not hold its code`)
      return [
        { ...flaw, path, line: index + 1, column: from + 1, endColumn: from + 1 + flaw.code.length, text },
      ]
    }),
  )
}

/** Where a flaw stands. @throws where it is not in the repository. */
export function placeOf(repository: Repository, truth: string): PlacedFlaw {
  const matches = flawsIn(repository).find((flaw) => flaw.truth === truth)
  if (!matches) throw new Error(`${truth} is not in the repository`)
  return matches
}

/** The lines of a file. @throws where there is none. */
export function linesOf(repository: Repository, path: string): readonly Line[] {
  const lines = repository.get(path)
  if (!lines) throw new Error(`there is no file ${path}`)
  return lines
}
