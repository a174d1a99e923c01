import { builtinModules } from 'node:module'
import manifest from '../../package.json' with { type: 'json' }
import { importsOf, packageOf } from './imports.ts'
import { type Fault, isTest, type Source } from './source.ts'

// Who may import whom: the table of docs/architecture.md. Each row gives the rooms a room may use and
// the sentence that a wrong import is refused with.

interface Row {
  may: string[]
  because: string
}

export const rows = {
  contract: {
    may: [],
    because: 'contract may import zod/mini alone: both halves load it, so what it needs they both need.',
  },
  lib: { may: [], because: 'lib may import nothing of the project: every room stands on it.' },
  ui: {
    may: ['lib'],
    because: 'ui may import lib alone: a primitive knows nothing of findings or policies.',
  },
  table: {
    may: ['ui', 'lib'],
    because:
      'table may import ui and lib alone: the one table serves every page and knows none of their data.',
  },
  api: {
    may: ['contract', 'lib'],
    because: 'api may import contract and lib alone: it moves data and draws nothing.',
  },
  features: {
    may: ['api', 'table', 'ui', 'lib', 'contract'],
    because: 'features may import api, table, ui, lib and contract: what knows a page belongs to that page.',
  },
  pages: {
    may: ['api', 'table', 'features', 'ui', 'lib', 'contract'],
    because:
      'a page may import api, table, features, ui, lib and contract: app puts pages together, not the other way.',
  },
  app: {
    may: ['contract', 'api', 'ui', 'table', 'lib', 'features', 'pages'],
    because: 'app may import every room but server: the browser build holds no server code.',
  },
  server: {
    may: ['contract', 'lib'],
    because: 'server may import contract and lib alone of the other rooms: it runs without a browser.',
  },
} satisfies Record<string, Row>

export const sentences = {
  details:
    'the browser loads no details of operations (descriptions, schemas of bodies): import the operation, or a type.',
  page: 'a page may not import another page: what two pages share belongs in features.',
  browser: 'only server and tests may import server: the browser build holds no server code.',
  resource:
    'a resource of the service is used through its public.ts and writes.ts alone: the rest of it is free to change.',
  base: 'db, http, changes, columns and the files beside app.ts may not import a resource: every resource stands on them.',
  assembly: 'app.ts, main.ts and the commands put the service together: nothing in it may import them.',
  testing: 'only tests may import a testing folder: what it holds must not reach users.',
  outside: 'src may not import what stands outside it: it would not be there when the package is installed.',
  unknown: 'every file of src stands in one of the rooms, and every alias names one.',
  package: 'the browser build holds no server code: Node and the packages of the service stay in server.',
  zod: 'rooms of the browser use zod/mini: zod whole is 92 kB there.',
  driver:
    'only src/server/db/sqlite may import node:sqlite: everything else works with any engine, through db/database.ts and db/sql.ts.',
  engine: 'the folder of an engine is used through db/engine.ts and db/readers.ts alone, and by tests.',
  dynamic: 'a dynamic import names its file as a plain string, so that these walls can see it.',
  cycle: 'no cycles: files that import each other cannot be read, tested or moved one at a time.',
}

/** What is installed beside the service stays in it, but for what the dashboard is made with as well. */
const ofBoth = new Set(['packageurl-js', 'zod'])
const serverPackages = new Set(Object.keys(manifest.dependencies).filter((name) => !ofBoth.has(name)))
const nodeModules = new Set(builtinModules)

/** Folders of the service that put its parts together, like app.ts and main.ts. */
const assemblies = new Set(['cli', 'commands', 'testing'])
const bases = new Set(['db', 'http', 'changes', 'columns'])

interface Place {
  room: keyof typeof rows
  /** The page, or the folder of the service; nothing for a file right in the room. */
  part: string | undefined
  name: string
}

function isRoom(name: string | undefined): name is keyof typeof rows {
  return name !== undefined && Object.hasOwn(rows, name)
}

function placeOf(file: string): Place | undefined {
  const [src, room, ...rest] = file.split('/')
  if (src !== 'src' || !isRoom(room)) return undefined
  return { room, part: rest.length > 1 ? rest[0] : undefined, name: rest.at(-1) ?? '' }
}

function isAssembly({ part, name }: Place): boolean {
  return part === undefined ? /^(app|main|routes)(\.test)?\.ts$/.test(name) : assemblies.has(part)
}

function insideServer(from: Place, to: Place): string | undefined {
  if (isAssembly(from) || from.part === to.part) {
    return !isAssembly(from) && isAssembly(to) ? sentences.assembly : undefined
  }
  if (isAssembly(to)) return sentences.assembly
  if (to.part === undefined || bases.has(to.part)) return undefined
  const isBase = from.part === undefined || bases.has(from.part)
  if (isBase && !from.name.endsWith('.test.ts')) return sentences.base
  return to.name === 'public.ts' || to.name === 'writes.ts' ? undefined : sentences.resource
}

const mayLoadDetails = new Set(['contract', 'server'])

/** The files through which the service uses its engine. */
const doors = new Set(['src/server/db/engine.ts', 'src/server/db/readers.ts'])
const ofEngine = (path: string) => path.startsWith('src/server/db/sqlite/')

function refusedFile(path: string, file: string): string | undefined {
  const from = placeOf(path)
  if (!from) return sentences.unknown
  const mayUseEngine = ofEngine(path) || isTest(path) || doors.has(path)
  if (ofEngine(file) && from.room === 'server' && !mayUseEngine) return sentences.engine
  if (isTest(file) && !/\.test\.tsx?$/.test(file)) return isTest(path) ? undefined : sentences.testing
  if (!file.startsWith('src/')) {
    return from.room === 'server' && file === 'package.json' ? undefined : sentences.outside
  }
  const to = placeOf(file)
  if (!to) return sentences.unknown
  if (file.startsWith('src/contract/details/') && !mayLoadDetails.has(from.room) && !isTest(path))
    return sentences.details
  if (from.room !== to.room) {
    if (to.room === 'server') return sentences.browser
    const row: Row = rows[from.room]
    return row.may.includes(to.room) ? undefined : row.because
  }
  if (from.room === 'pages' && from.part !== to.part) return sentences.page
  return from.room === 'server' ? insideServer(from, to) : undefined
}

function refusedPackage(path: string, specifier: string): string | undefined {
  const from = placeOf(path)
  if (!from) return sentences.unknown
  if (specifier === 'node:sqlite' && !ofEngine(path)) return sentences.driver
  if (from.room === 'server' || isTest(path)) return undefined
  if (from.room === 'contract') return specifier === 'zod/mini' ? undefined : rows.contract.because
  const [top = ''] = specifier.split('/')
  const name = packageOf(specifier) ?? ''
  if (specifier.startsWith('node:') || nodeModules.has(top) || serverPackages.has(name)) {
    return sentences.package
  }
  return top === 'zod' && specifier !== 'zod/mini' ? sentences.zod : undefined
}

/** The imports of a file of `src` that the table refuses, each with the reason. */
export function walls(source: Source): Fault[] {
  if (source.path.endsWith('.d.ts')) return []
  return importsOf(source).flatMap(({ line, specifier, file }) => {
    if (specifier === undefined) return [{ path: source.path, line, sentence: sentences.dynamic }]
    const sentence =
      file === undefined ? refusedPackage(source.path, specifier) : refusedFile(source.path, file)
    return sentence ? [{ path: source.path, line, sentence: `'${specifier}': ${sentence}` }] : []
  })
}

/** Groups of files that import each other, type imports included: one fault for each group. */
export function cycles(sources: Source[]): Fault[] {
  const imports = new Map(
    sources.map((source) => [
      source.path,
      importsOf(source).flatMap(({ file, line }) => (file ? [{ file, line }] : [])),
    ]),
  )
  const state = new Map<string, 'open' | 'done'>()
  const faults: Fault[] = []
  const visit = (path: string, trail: string[]) => {
    state.set(path, 'open')
    for (const { file, line } of imports.get(path) ?? []) {
      if (state.get(file) === 'open') {
        const round = [...trail.slice(trail.indexOf(file)), file].map((step) => step.replace(/^src\//, ''))
        faults.push({ path, line, sentence: `${round.join(' → ')}: ${sentences.cycle}` })
      } else if (imports.has(file) && state.get(file) === undefined) {
        visit(file, [...trail, file])
      }
    }
    state.set(path, 'done')
  }
  for (const { path } of sources) if (state.get(path) === undefined) visit(path, [path])
  return faults
}
