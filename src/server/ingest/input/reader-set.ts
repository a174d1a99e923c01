import { scanFormats } from '#contract/vocabulary.ts'
import type { Part } from '../formats/document.ts'
import { isRead } from '../formats/known-keys.ts'
import { type FaultPolicy, type Route, routeOfKind } from '../json/json-route.ts'
import { cycloneDxReader } from '../readers/cyclonedx/cyclonedx.ts'
import { findingsResponseReader } from '../readers/findings-response/findings-response.ts'
import { grypeReader } from '../readers/grype/grype.ts'
import { npmAuditReader } from '../readers/npm-audit/npm-audit.ts'
import { sarifReader } from '../readers/sarif/sarif.ts'
import { semgrepReader } from '../readers/semgrep/semgrep.ts'
import type { ReportFormat, ScanReport } from '../report/report.ts'
import type { ReadFault } from './fault.ts'
import type { ReadBudget } from './read-budget.ts'
import { type Reader, type ReaderOptions, ResultCount } from './reader.ts'

const readerFactories: Record<ReportFormat, (options: ReaderOptions) => Reader> = {
  semgrep: semgrepReader,
  sarif: sarifReader,
  findings: findingsResponseReader,
  cyclonedx: cycloneDxReader,
  grype: grypeReader,
  'npm-audit': npmAuditReader,
}

type Wanted = { format: ReportFormat; route: Route }

/**
 * A part of the document can be passed to one reader only: a second one would see no findings, and all would count as
 * fixed.
 */
function refuseOverlap(key: string, others: readonly Wanted[], { format, route }: Wanted): void {
  for (const kind of ['list', 'object'] as const) {
    const other = others.find((each) => wants(each.route, kind))
    if (other && wants(route, kind))
      throw new Error(
        `the readers of ${other.format} and ${format} both want the ${kind} \`${key}\`, which only the first would get (formats/document.ts)`,
      )
  }
}

/** Whether a route accepts values of this kind. */
function wants(route: Route, kind: 'list' | 'object'): boolean {
  const own = routeOfKind(route, kind)
  return own !== null && ('take' in own || kind in own)
}

/**
 * Runs the readers of all formats in parallel while the format is unknown: a value that one of them rejects is a fault
 * only if the file turns out to be of its format. If the format is given, runs its reader only.
 */
export class ReaderSet {
  readonly #readers = new Map<ReportFormat, Reader>()
  readonly #parts = new Map<string, (Part & { format: ReportFormat })[]>()
  /** The first fault of each reader that has stopped. */
  readonly #faults = new Map<ReportFormat, ReadFault>()

  constructor(
    requestedFormat: ReportFormat | null,
    { budget, ...options }: { salt: string; category: string | null; budget: ReadBudget },
  ) {
    for (const format of requestedFormat ? [requestedFormat] : scanFormats) {
      const reader = readerFactories[format]({ ...options, count: new ResultCount(budget) })
      this.#readers.set(format, reader)
      const guard: FaultPolicy = {
        refuse: (fault) => {
          if (requestedFormat) throw fault
          if (!this.#faults.has(format)) this.#faults.set(format, fault)
        },
        reads: (keys) => isRead(format, keys),
      }
      for (const [key, route] of reader.routes) {
        const others = this.#parts.get(key) ?? []
        refuseOverlap(key, others, { format, route })
        this.#parts.set(key, [...others, { format, route, guard }])
      }
    }
  }

  /** The readers' parts of a top-level key; readers that have stopped have none. */
  parts(key: string): Part[] {
    return (this.#parts.get(key) ?? []).filter(({ format }) => !this.#faults.has(format))
  }

  /** The fault at which a reader has stopped; null if it has not. */
  fault(format: ReportFormat): ReadFault | null {
    return this.#faults.get(format) ?? null
  }

  /** The report in the detected format. Throws `ReadFault` if its reader has stopped. */
  finish(format: ReportFormat, version: string | null): Promise<ScanReport> {
    const fault = this.#faults.get(format)
    const reader = this.#readers.get(format)
    if (fault) throw fault
    if (!reader) throw new Error(`nothing has read ${format}`)
    return reader.finish(version)
  }
}
