import { longFunctions } from './long-functions.ts'
import { isNode, isTest, type Node, type Source, type Violation } from './source.ts'

const bounds = [
  { files: /\.test\.tsx?$/, lines: 600 },
  { files: /\.tsx$/, lines: 300 },
  { files: /./, lines: 400 },
]

/** Reports a file that is too long for one purpose. */
export function checkLength(source: Source): Violation[] {
  const bound = bounds.find(({ files }) => files.test(source.path))
  const lines = source.text.split('\n').length - 1
  if (!bound || lines <= bound.lines) return []
  return [
    {
      path: source.path,
      line: bound.lines + 1,
      message: `${lines} lines, at most ${bound.lines}: a file has one purpose; split it by what it does.`,
    },
  ]
}

/** Returns the maximum number of lines of a function: low in `src`, which is read and changed often. */
function longestFunction(path: string): number {
  const isContent = /^src\/server\/demo\/|\/migrations\//.test(path)
  return path.startsWith('src/') && !isContent ? (longFunctions.get(path) ?? 60) : 100
}

/** Returns the functions of a file, each with its first line and its number of lines. */
export function functionsOf(source: Source): { line: number; lines: number }[] {
  return source.nodes
    .filter(({ type }) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type))
    .map(({ start, end }) => ({ line: source.lineAt(start), end: source.lineAt(end) }))
    .map(({ line, end }) => ({ line, lines: end - line + 1 }))
}

/**
 * Reports functions that are too long, and so do several things. Functions in tests are exempt, as they describe
 * several cases.
 */
export function checkFunctions(source: Source): Violation[] {
  const { path } = source
  if (isTest(path) || /\.spec\.ts$/.test(path)) return []
  const most = longestFunction(path)
  return functionsOf(source)
    .filter(({ lines }) => lines > most)
    .map(({ line, lines }) => ({
      path,
      line,
      message: `a function of ${lines} lines, at most ${most}: split it into units that have one purpose and can be tested alone.`,
    }))
}

function isConst(node: Node): boolean {
  const name = isNode(node['typeAnnotation']) ? node['typeAnnotation']['typeName'] : undefined
  return isNode(name) && name['name'] === 'const'
}

/**
 * Reports casts other than `as const`. A cast is allowed where external input is read, with a comment `// parse: …` on
 * its line or on the line above.
 */
export function checkCasts(source: Source): Violation[] {
  if (isTest(source.path)) return []
  const parsing = new Set(
    source.comments
      .filter(({ value }) => /^\s*parse: \S/.test(value))
      .flatMap(({ start, end }) => [source.lineAt(start), source.lineAt(end) + 1]),
  )
  return source.nodes
    .filter(({ type }) => type === 'TSAsExpression' || type === 'TSTypeAssertion')
    .filter((node) => !isConst(node))
    .filter(({ start, end }) => !parsing.has(source.lineAt(start)) && !parsing.has(source.lineAt(end)))
    .map(({ end }) => ({
      path: source.path,
      line: source.lineAt(end),
      message:
        'a cast hides a wrong type: narrow it, or say `// parse: what is read` where input comes from outside.',
    }))
}

function isFunction(declaration: unknown): boolean {
  if (!isNode(declaration)) return false
  if (declaration.type === 'FunctionDeclaration') return true
  const { declarations } = declaration
  return (
    Array.isArray(declarations) &&
    declarations.some(
      (one) => isNode(one) && isNode(one['init']) && /^(Arrow)?Function/.test(one['init'].type),
    )
  )
}

/** Reports exported functions without a comment in modules that other modules depend on. */
export function checkDocumentation(source: Source): Violation[] {
  if (!/^src\/(contract|dashboard\/api|server)\//.test(source.path) || isTest(source.path)) return []
  const lines = source.text.split('\n')
  const isSaid = (line: number): boolean => {
    const above = lines[line - 2]?.trim() ?? ''
    // A bundler annotation, or another overload of the same function, may be in between.
    const isBetween = above.startsWith('/* @__') || /^export function [^{]*$/.test(above)
    return isBetween ? isSaid(line - 1) : above.endsWith('*/')
  }
  return source.nodes
    .filter(({ type, ...node }) => type === 'ExportNamedDeclaration' && isFunction(node['declaration']))
    .map(({ start }) => source.lineAt(start))
    .filter((line) => !isSaid(line))
    .map((line) => ({
      path: source.path,
      line,
      message: 'an exported function of contract, api or server says what it does: /** … */ above it.',
    }))
}

/** Functions, statements and tables that are specific to SQLite, or differ from every other engine. */
const ofSqlite =
  /\b(json_each|json_extract|json_group_array|sqlite_\w+)\b|\binstr\(|->>|\bglob $|\bpragma \w|\btemp(orary)? table\b|\binsert or (ignore|replace)\b/i

/** Reports engine-specific SQL outside of the engine's folder. */
export function checkEngineSql(source: Source): Violation[] {
  const { path } = source
  if (!path.startsWith('src/server/') || /^src\/server\/db\/(sqlite|postgres)\//.test(path) || isTest(path))
    return []
  const textOf = ({ type, value }: Node) => {
    if (type === 'Literal' && typeof value === 'string') return value
    // parse: the parser returns the text of an element in this form.
    return type === 'TemplateElement' ? String((value as { cooked?: string }).cooked ?? '') : ''
  }
  return source.nodes
    .filter((node) => ofSqlite.test(textOf(node)))
    .map(({ start }) => ({
      path,
      line: source.lineAt(start),
      message:
        'SQL that only one engine understands belongs in its folder of db: use or add a function of db/sql.ts.',
    }))
}

/** Reports invalidation by hand: what a write invalidates is declared in the contract and applied in `api`. */
export function checkInvalidations(source: Source): Violation[] {
  if (!source.path.startsWith('src/') || source.path.startsWith('src/dashboard/api/')) return []
  return source.nodes
    .filter(({ type, name }) => type === 'Identifier' && name === 'invalidateQueries')
    .map(({ start }) => ({
      path: source.path,
      line: source.lineAt(start),
      message: 'invalidateQueries belongs in api: what a write makes stale stands beside it in the contract.',
    }))
}
