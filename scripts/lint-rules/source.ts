import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parseSync } from 'vite'

/** A violation in a file, printed as `path:line message`. */
export interface Violation {
  path: string
  line: number
  message: string
}

/** The input of the lint rules: a file, read and parsed once. */
export interface Source {
  /** From the root of the project, with forward slashes. */
  path: string
  text: string
  nodes: Node[]
  comments: Comment[]
  lineAt: (offset: number) => number
}

interface Comment {
  value: string
  start: number
  end: number
}

export interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function* everyNode(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* everyNode(item)
  if (!isNode(value)) return
  yield value
  for (const child of Object.values(value)) if (typeof child === 'object') yield* everyNode(child)
}

/** Reads and parses a file; syntax errors are left to the compiler. */
export function readSource(root: string, path: string): Source {
  const text = readFileSync(join(root, path), 'utf8')
  const { program, comments } = parseSync(path, text)
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return {
    path,
    text,
    nodes: [...everyNode(program)],
    comments,
    lineAt: (offset) => starts.findLastIndex((start) => start <= offset) + 1,
  }
}

/** Returns all TypeScript and JavaScript files below some folders of the project, sorted; a folder may be missing. */
export function sourcePaths(root: string, folders: string[]): string[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

/** Whether a file is a test, or is used only by tests. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.split('/').includes('testing')
}
