import { floorExceptions, returnExceptions } from './floor-exceptions.ts'
import { importsOf } from './imports.ts'
import { isTest, type Source, type Violation } from './source.ts'

/** The floors of the service, lowest first, each with what it holds. A module imports only floors below its own. */
export const floors = {
  base: 'configuration, threads, packages and versions, credentials, channels of telemetry',
  db: 'the database: interface, tables, engines',
  changes: 'the change log, and how a change is written',
  http: 'requests, answers, errors, OpenAPI, event stream; it knows no resource',
  columns: 'the generic column store',
  jobs: 'leases and progress of jobs',
  audit: 'the audit log',
  access: 'tokens, sessions, people, teams, single sign-on',
  records: 'rows, reads by key and writes of settings, projects, policies, scans and verdicts',
  reports: 'from the bytes of a file to a scan report',
  dependencies: 'dependencies and their licenses',
  findings: 'columns, filters, counts, lists, details and exports of findings',
  triage: 'decisions, approvals, comments, owners, bulk jobs',
  scans: 'uploads, matching, lifecycle, resolving, lists of scans',
  gate: 'verdicts on pull requests',
  sbom: 'SBOM exports',
  vex: 'VEX documents',
  catalog: 'lists, facets, impact and routes of projects, policies, sources and deployments',
  overview: 'overview, inbox, accepted risks',
  notifications: 'webhooks, chats and mail',
  operations: 'backup, migration, rehearsal, doctor, retention, data requests, metrics, traces, status',
  demo: 'the demo data',
  app: 'routes, queues and hooks joined',
  cli: 'the command line',
}

const order = Object.keys(floors)

/** Returns the floor of a file of the service; undefined for tests, and for files outside it. */
function floorOf(file: string): string | undefined {
  const [src, server, floor = '', ...rest] = file.split('/')
  if (src !== 'src' || server !== 'server' || isTest(file)) return undefined
  if (rest.length > 0) return floor
  return floor === 'main.ts' ? 'cli' : 'app'
}

export const floorMessages = {
  up: (from: string, to: string) =>
    `${to} stands above ${from}: a module imports only floors below its own, or nobody can read one without the other.`,
  unknown: (name: string) => `${name} is no floor of the service: scripts/lint-rules/floors.ts lists them.`,
  back: (folder: string, one: string, other: string) =>
    `${one} and ${other} of ${folder} import each other: let one of them stand on the other.`,
  superfluous:
    'this exception is not needed any more: take it out of scripts/lint-rules/floor-exceptions.ts.',
}

interface Edge {
  from: string
  to: string
  line: number
}

function edgesOf(source: Source): Edge[] {
  return importsOf(source).flatMap(({ file, line }) =>
    file !== undefined && floorOf(file) !== undefined ? [{ from: source.path, to: file, line }] : [],
  )
}

/** The deepest folder that has both files, and the part of it that each is in: a folder, or '.' for its own files. */
function partsOf({ from, to }: Edge): { folder: string; one: string; other: string } {
  const a = from.split('/')
  const b = to.split('/')
  let depth = 0
  while (depth < a.length - 1 && depth < b.length - 1 && a[depth] === b[depth]) depth++
  const partOf = (names: string[]) => (depth < names.length - 1 ? (names[depth] ?? '.') : '.')
  return { folder: a.slice(0, depth).join('/'), one: partOf(a), other: partOf(b) }
}

interface Exceptions {
  up: ReadonlySet<string>
  back: ReadonlySet<string>
}

const remaining: Exceptions = { up: floorExceptions, back: returnExceptions }

/** What the floors forbid, each with the line that excepts it. */
function findings(sources: readonly Source[]): { up: [string, Violation][]; back: [string, Violation][] } {
  const edges = sources.filter(({ path }) => floorOf(path) !== undefined).flatMap(edgesOf)
  const within = (path: string) => path.slice('src/server/'.length)
  const up = edges.flatMap(({ from, to, line }): [string, Violation][] => {
    const [lower = '', upper = ''] = [floorOf(from), floorOf(to)]
    if (order.indexOf(upper) <= order.indexOf(lower)) return []
    const message = floorMessages.up(lower, upper)
    return [[`${within(from)} → ${within(to)}`, { path: from, line, message }]]
  })
  const pairs = new Map<string, Map<string, Edge>>()
  for (const edge of edges) {
    const { folder, one, other } = partsOf(edge)
    if (one === other || folder === 'src/server') continue
    const pair = `${within(folder)}: ${[one, other].sort().join(' ⇄ ')}`
    const known = pairs.get(pair) ?? new Map<string, Edge>()
    pairs.set(pair, known.set(one, known.get(one) ?? edge))
  }
  const back = [...pairs].flatMap(([pair, known]): [string, Violation][] => {
    const [[one, edge] = [], [other] = []] = known
    if (!edge || one === undefined || other === undefined) return []
    const message = floorMessages.back(pair.split(':')[0] ?? '', one, other)
    return [[pair, { path: edge.from, line: edge.line, message }]]
  })
  return { up, back }
}

/** Reports imports of a floor above, and folders of one module that import each other; both but for exceptions. */
export function checkFloors(sources: readonly Source[], exceptions = remaining): Violation[] {
  const { up, back } = findings(sources)
  const unknown = sources.flatMap(({ path }): Violation[] => {
    const floor = floorOf(path)
    const isKnown = floor === undefined || order.includes(floor)
    return isKnown ? [] : [{ path, line: 1, message: floorMessages.unknown(floor) }]
  })
  return [
    ...unknown,
    ...up.filter(([line]) => !exceptions.up.has(line)).map(([, violation]) => violation),
    ...back.filter(([line]) => !exceptions.back.has(line)).map(([, violation]) => violation),
  ]
}

/** Returns the exceptions that nothing needs any more. */
export function superfluousExceptions(sources: readonly Source[], exceptions = remaining): string[] {
  const { up, back } = findings(sources)
  const used = new Set([...up, ...back].map(([line]) => line))
  return [...exceptions.up, ...exceptions.back].filter((line) => !used.has(line))
}
