import { posix } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { isNode, type Node, type Source } from './source.ts'

/** A module that a file imports or names in any form. */
export interface Import {
  line: number
  /** As written. Undefined if a dynamic import computes it. */
  specifier: string | undefined
  /** The file from the root of the project, for an import within it. */
  file: string | undefined
}

/** Calls that name a module by a string, like `vi.mock('#server/app.ts')`. */
const naming = new Set(['mock', 'doMock', 'importActual', 'importMock', 'glob', 'require'])

function literal(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis']) || node['quasis'].length !== 1)
    return undefined
  const [part] = node['quasis']
  const value: unknown = isNode(part) ? part['value'] : undefined
  if (typeof value !== 'object' || value === null || !('cooked' in value)) return undefined
  return typeof value.cooked === 'string' ? value.cooked : undefined
}

function calledName(callee: unknown): string | undefined {
  if (!isNode(callee)) return undefined
  const named = callee.type === 'MemberExpression' ? callee['property'] : callee
  return isNode(named) && typeof named['name'] === 'string' ? named['name'] : undefined
}

/** Returns the modules that a node names: value and type imports, re-exports, dynamic imports, types by `import()`. */
function named(node: Node): (string | undefined)[] {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return [literal(node['source'])]
    case 'ExportNamedDeclaration':
      return node['source'] ? [literal(node['source'])] : []
    case 'TSExternalModuleReference':
      return [literal(node['expression'])]
    case 'CallExpression': {
      const name = calledName(node['callee'])
      if (name === undefined || !naming.has(name) || !Array.isArray(node['arguments'])) return []
      const [first] = node['arguments']
      const found =
        isNode(first) && Array.isArray(first['elements']) ? first['elements'].map(literal) : [literal(first)]
      return found.filter((specifier) => specifier !== undefined)
    }
    default:
      return []
  }
}

/** The aliases of the manifest, without what follows them. */
const aliases = Object.entries(manifest.imports).map(
  ([alias, target]) => [alias.replace('*', ''), target.replace(/^\.\/|\*$/g, '')] as const,
)

/** Returns the file of an alias; one that is not in the manifest names no module. */
function ofAlias(specifier: string): string {
  const [alias, target] = aliases.find(([name]) => specifier.startsWith(name)) ?? ['#', 'src/']
  return posix.normalize(`${target}${specifier.slice(alias.length)}`)
}

function fileOf(from: string, specifier: string): string | undefined {
  const plain = specifier.replace(/[?].*$/, '')
  if (plain.startsWith('#')) return ofAlias(plain)
  if (plain.startsWith('/')) return posix.normalize(plain.slice(1))
  if (plain.startsWith('.')) return posix.join(posix.dirname(from), plain)
  return undefined
}

/** Returns every module that a file names. */
export function importsOf(source: Source): Import[] {
  return source.nodes.flatMap((node) =>
    named(node).map((specifier) => ({
      line: source.lineAt(node.start),
      specifier,
      file: specifier === undefined ? undefined : fileOf(source.path, specifier),
    })),
  )
}

/** Returns the package of a module, `@scope/name` or `name`; undefined for a module of the project or of Node. */
export function packageOf(specifier: string): string | undefined {
  if (/^([./#]|node:)/.test(specifier)) return undefined
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
