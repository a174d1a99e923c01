import type { Statement } from './statements.ts'

/** A statement with its ids. */
export interface ExportedStatement extends Statement {
  /** A UUID that stays the same whatever the statement says. */
  id: string
  purl: string
}

/** What a document of any format is written from. */
export interface VexExport {
  /** A UUID derived from the content: another content is another document. */
  id: string
  /** When the newest of its statements became known, milliseconds since 1970. */
  at: number
  /** The version of Gatehouse. */
  version: string
  /** The name of the deployment, and the URL of the service. */
  organization: string
  url: string
  project: string
  ref: string
  /** The package URL of the project. */
  product: string
  statements: readonly ExportedStatement[]
}

/** Pieces of a file, in order. */
export type Pieces = Generator<string, void>

/** Joins values as the elements of a JSON list, one on each line. */
export function* jsonList(values: Iterable<unknown>): Pieces {
  let first = true
  for (const value of values) {
    yield `${first ? '\n' : ',\n'}${JSON.stringify(value)}`
    first = false
  }
}

/** Writes an object whose last member is a list. */
export function* jsonWithList(members: object, list: string, values: Iterable<unknown>): Pieces {
  yield `${JSON.stringify(members).slice(0, -1)},${JSON.stringify(list)}:[`
  yield* jsonList(values)
  yield '\n]}\n'
}

/** An instant in ISO 8601. @param at milliseconds since 1970. */
export const isoTime = (at: number) => new Date(at).toISOString()
