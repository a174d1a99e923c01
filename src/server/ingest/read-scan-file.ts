import { ReadFault, startOfFile } from './fault.ts'
import { textPieces } from './input.ts'
import type { Route } from './json/json-route.ts'
import { JsonSplitter } from './json/json-splitter.ts'
import { breathe, type Reader, ResultCount } from './reader.ts'
import { cycloneDxReader } from './readers/cyclonedx/cyclonedx.ts'
import { findingsAnswerReader } from './readers/findings-answer/findings-answer.ts'
import { sarifReader } from './readers/sarif/sarif.ts'
import { semgrepReader } from './readers/semgrep/semgrep.ts'
import type { ReportFormat, ScanReport } from './report.ts'
import { name } from './values.ts'

export type ReadOptions = {
  /** `auto` (default) goes by the content; another one refuses a file that is not of it. */
  format?: ReportFormat | 'auto'
  /** Bytes after inflating; 1 GB where it is left out. */
  maxBytes?: number
  /** Keeps hashes of secrets from being guessed; the same for all scans of a service. */
  salt: string
  /** Wins over what the file calls its category. */
  category?: string | null
}

const oneGigabyte = 1024 ** 3
const breatheEvery = 256 * 1024

const formatNames: Record<ReportFormat, string> = {
  semgrep: 'Semgrep JSON',
  sarif: 'SARIF',
  findings: 'a findings answer',
  cyclonedx: 'CycloneDX',
}

/** The top-level keys that tell a format. */
const tellingKeys: readonly [string, ReportFormat][] = [
  ['results', 'semgrep'],
  ['runs', 'sarif'],
  ['sastFindings', 'findings'],
  ['scaFindings', 'findings'],
  ['sast_findings', 'findings'],
  ['sca_findings', 'findings'],
  ['findings', 'findings'],
  ['bomFormat', 'cyclonedx'],
  ['components', 'cyclonedx'],
]

/**
 * Reads a scanner's file (Semgrep JSON, SARIF 2.1.0, CycloneDX JSON, or a findings answer; plain or gzip) into a report, without
 * holding the file in memory. Bounds: depth 100, a string 1 MB, 1,000,000 results, `maxBytes`.
 * Throws `ReadFault` where the file is not what it claims, is cut off, or passes a bound; errors of the stream itself
 * are passed on as they are. Source: API decisions, Import.
 */
export async function readScanFile(
  stream: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): Promise<ScanReport> {
  const wanted = options.format ?? 'auto'
  const count = new ResultCount()
  const readerOptions = { salt: options.salt, category: name(options.category, 200), count }
  const readers: Record<ReportFormat, Reader> = {
    semgrep: semgrepReader(readerOptions),
    sarif: sarifReader(readerOptions),
    findings: findingsAnswerReader(readerOptions),
    cyclonedx: cycloneDxReader(readerOptions),
  }
  const settled: { format: ReportFormat | null } = { format: null }
  let version: string | null = null
  const otherKeys: string[] = []

  /** Settles the format at the first telling key; answers why a second one cannot stand beside it. */
  const settle = (format: ReportFormat, key: string): string | undefined => {
    if (wanted !== 'auto' && wanted !== format)
      return `the file was to be ${formatNames[wanted]}, but its "${key}" is that of ${formatNames[format]}`
    if (settled.format !== null && settled.format !== format)
      return `"${key}" is that of ${formatNames[format]}, but the file began as ${formatNames[settled.format]}`
    settled.format = format
    return undefined
  }

  const telling = new Map(tellingKeys)
  const routes = new Map<string, Route>()
  for (const reader of Object.values(readers)) {
    for (const [key, route] of reader.routes) {
      const format = telling.get(key)
      const told = format === undefined ? route : announced(route, () => settle(format, key))
      const other = routes.get(key)
      routes.set(key, other === undefined ? told : byKind(other, told))
    }
  }
  routes.set('version', {
    take: (value) => {
      version = name(value.parse(), 100)
    },
  })
  const splitter = new JsonSplitter({
    object: routes,
    other: (key) => {
      if (otherKeys.length < 10) otherKeys.push(key.slice(0, 50))
    },
  })

  let sinceBreath = 0
  for await (const piece of textPieces(stream, options.maxBytes ?? oneGigabyte)) {
    splitter.push(piece)
    sinceBreath += piece.length
    if (sinceBreath > breatheEvery) {
      sinceBreath = 0
      await breathe()
    }
  }
  splitter.finish()
  if (settled.format === null) throw new ReadFault(unknownFormat(wanted, otherKeys), startOfFile, '')
  return readers[settled.format].finish(version)
}

/** A route that first asks whether its value may stand in the file. */
function announced(route: Route, ask: () => string | undefined): Route {
  if ('either' in route) return route
  if (!('take' in route)) return { ...route, begin: () => ask() ?? route.begin?.() }
  return {
    take: (value) => {
      const problem = ask()
      if (problem !== undefined) throw value.fault(problem)
      route.take(value)
    },
  }
}

/** Two formats have the key, one as a list and one as an object. */
function byKind(one: Route, other: Route): Route {
  const [list, object] = 'list' in one ? [one, other] : [other, one]
  if (!('list' in list && 'object' in object)) throw new Error('two formats read one key alike')
  return { either: { list, object } }
}

function unknownFormat(wanted: ReportFormat | 'auto', keys: readonly string[]): string {
  const seen = keys.length === 0 ? '' : `; its keys are ${keys.map((key) => JSON.stringify(key)).join(', ')}`
  const choices =
    wanted === 'auto'
      ? 'neither Semgrep JSON ("results"), SARIF ("runs"), CycloneDX ("bomFormat") nor a findings answer ("sastFindings", "scaFindings", "findings")'
      : `not ${formatNames[wanted]}`
  return `the file is ${choices}${seen}`
}
