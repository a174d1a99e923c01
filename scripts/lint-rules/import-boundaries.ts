import { builtinModules } from 'node:module'
import manifest from '../../package.json' with { type: 'json' }
import { importsOf, packageOf } from './imports.ts'
import { isTest, type Source, type Violation } from './source.ts'

// The import boundaries: the table of docs/architecture.md. Each row has the modules that a module may import and the
// message for any other import.

interface Row {
  allowed: string[]
  reason: string
}

export const rows = {
  contract: {
    allowed: [],
    reason: 'contract may import zod/mini alone: both halves load it, so what it needs they both need.',
  },
  lib: { allowed: [], reason: 'lib may import nothing of the project: every module stands on it.' },
  ui: {
    allowed: ['lib'],
    reason: 'ui may import lib alone: a primitive knows nothing of findings or policies.',
  },
  table: {
    allowed: ['ui', 'lib'],
    reason:
      'table may import ui and lib alone: the one table serves every page and knows none of their data.',
  },
  api: {
    allowed: ['contract', 'lib'],
    reason: 'api may import contract and lib alone: it moves data and draws nothing.',
  },
  features: {
    allowed: ['api', 'table', 'ui', 'lib', 'contract'],
    reason: 'features may import api, table, ui, lib and contract: what knows a page belongs to that page.',
  },
  pages: {
    allowed: ['api', 'table', 'features', 'ui', 'lib', 'contract'],
    reason:
      'a page may import api, table, features, ui, lib and contract: app puts pages together, not the other way.',
  },
  app: {
    allowed: ['contract', 'api', 'ui', 'table', 'lib', 'features', 'pages'],
    reason: 'app may import every module but server: the browser build holds no server code.',
  },
  server: {
    allowed: ['contract', 'lib'],
    reason: 'server may import contract and lib alone of the other modules: it runs without a browser.',
  },
} satisfies Record<string, Row>

export const messages = {
  details:
    'the browser loads no details of operations (descriptions, schemas of bodies): import the operation, or a type.',
  page: 'a page may not import another page: what two pages share belongs in features.',
  browser: 'only server and tests may import server: the browser build holds no server code.',
  testing: 'only tests may import a testing folder: what it holds must not reach users.',
  outside: 'src may not import what stands outside it: it would not be there when the package is installed.',
  unknown: 'every file of src stands in one of the modules, and every alias names one.',
  package: 'the browser build holds no server code: Node and the packages of the service stay in server.',
  zod: 'modules of the browser use zod/mini: zod whole is 92 kB there.',
  driver:
    'only the folder of an engine may import its driver: everything else works with any engine, through db/database.ts and db/sql.ts.',
  engine: 'the folder of an engine is used through db/engine.ts and db/readers.ts alone, and by tests.',
  dynamic: 'a dynamic import names its file as a plain string, so that this rule can see it.',
  cycle: 'no cycles: files that import each other cannot be read, tested or moved one at a time.',
}

/** Runtime dependencies are only for the service, except those that the dashboard also uses. */
const ofBoth = new Set(['packageurl-js', 'zod'])
const serverPackages = new Set(Object.keys(manifest.dependencies).filter((name) => !ofBoth.has(name)))
const nodeModules = new Set(builtinModules)

/** The modules of the dashboard. */
const dashboard = new Set<keyof typeof rows>(['ui', 'table', 'api', 'features', 'pages', 'app'])

interface Place {
  module: keyof typeof rows
  /** The page; undefined for a file directly in the module. */
  part: string | undefined
}

function isModule(name: string | undefined): name is keyof typeof rows {
  return name !== undefined && Object.hasOwn(rows, name)
}

function placeOf(file: string): Place | undefined {
  const inDashboard = file.startsWith('src/dashboard/')
  const [src, module, ...rest] = file.replace('src/dashboard/', 'src/').split('/')
  if (src !== 'src' || !isModule(module) || inDashboard !== dashboard.has(module)) return undefined
  return { module, part: rest.length > 1 ? rest[0] : undefined }
}

const mayLoadDetails = new Set(['contract', 'server'])

/** The files through which the service uses its engine. */
const doors = new Set(['bulk', 'engine', 'readers', 'size'].map((name) => `src/server/db/${name}.ts`))
const ofEngine = (path: string) => /^src\/server\/db\/(sqlite|postgres)\//.test(path)

/** The folder of each engine's driver. */
const drivers: Readonly<Record<string, string>> = {
  'node:sqlite': 'src/server/db/sqlite/',
  pg: 'src/server/db/postgres/',
  'pg-cursor': 'src/server/db/postgres/',
}

function refusedFile(path: string, file: string): string | undefined {
  const from = placeOf(path)
  if (!from) return messages.unknown
  const mayUseEngine = ofEngine(path) || isTest(path) || doors.has(path)
  if (ofEngine(file) && from.module === 'server' && !mayUseEngine) return messages.engine
  if (isTest(file) && !/\.test\.tsx?$/.test(file)) return isTest(path) ? undefined : messages.testing
  if (!file.startsWith('src/')) {
    return from.module === 'server' && file === 'package.json' ? undefined : messages.outside
  }
  const to = placeOf(file)
  if (!to) return messages.unknown
  if (file.startsWith('src/contract/details/') && !mayLoadDetails.has(from.module) && !isTest(path))
    return messages.details
  if (from.module !== to.module) {
    if (to.module === 'server') return messages.browser
    const row: Row = rows[from.module]
    return row.allowed.includes(to.module) ? undefined : row.reason
  }
  return from.module === 'pages' && from.part !== to.part ? messages.page : undefined
}

function refusedPackage(path: string, specifier: string): string | undefined {
  const from = placeOf(path)
  if (!from) return messages.unknown
  const folder = drivers[specifier]
  const mayUseDriver = folder === undefined || path.startsWith(folder)
  if (!mayUseDriver && (specifier === 'node:sqlite' || !isTest(path))) return messages.driver
  if (from.module === 'server' || isTest(path)) return undefined
  if (from.module === 'contract') return specifier === 'zod/mini' ? undefined : rows.contract.reason
  const [top = ''] = specifier.split('/')
  const name = packageOf(specifier) ?? ''
  if (specifier.startsWith('node:') || nodeModules.has(top) || serverPackages.has(name)) {
    return messages.package
  }
  return top === 'zod' && specifier !== 'zod/mini' ? messages.zod : undefined
}

/** Returns the imports of a file of `src` that violate the table, each with the reason. */
export function checkImports(source: Source): Violation[] {
  if (source.path.endsWith('.d.ts')) return []
  return importsOf(source).flatMap(({ line, specifier, file }) => {
    if (specifier === undefined) return [{ path: source.path, line, message: messages.dynamic }]
    const message =
      file === undefined ? refusedPackage(source.path, specifier) : refusedFile(source.path, file)
    return message ? [{ path: source.path, line, message: `'${specifier}': ${message}` }] : []
  })
}

/** Reports import cycles, including type imports: one violation per cycle. */
export function findCycles(sources: Source[]): Violation[] {
  const imports = new Map(
    sources.map((source) => [
      source.path,
      importsOf(source).flatMap(({ file, line }) => (file ? [{ file, line }] : [])),
    ]),
  )
  const state = new Map<string, 'open' | 'done'>()
  const violations: Violation[] = []
  const visit = (path: string, trail: string[]) => {
    state.set(path, 'open')
    for (const { file, line } of imports.get(path) ?? []) {
      if (state.get(file) === 'open') {
        const round = [...trail.slice(trail.indexOf(file)), file].map((step) => step.replace(/^src\//, ''))
        violations.push({ path, line, message: `${round.join(' → ')}: ${messages.cycle}` })
      } else if (imports.has(file) && state.get(file) === undefined) {
        visit(file, [...trail, file])
      }
    }
    state.set(path, 'done')
  }
  for (const { path } of sources) if (state.get(path) === undefined) visit(path, [path])
  return violations
}
