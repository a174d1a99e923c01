import { scanFormats } from '#contract/vocabulary.ts'
import { isRead } from '../formats/known-keys.ts'
import type { Outline } from '../formats/outline.ts'
import { type FaultPolicy, guardedRoute, type Route, unexpectedKind } from '../json/json-route.ts'
import type { Part } from '../json/shared-route.ts'
import { areOfFinding, UnreadFindings } from '../json/unread-findings.ts'
import { banditReader } from '../readers/bandit/bandit.ts'
import { checkovReader } from '../readers/checkov/checkov.ts'
import { codeScanningReader } from '../readers/code-scanning/code-scanning.ts'
import { cycloneDxReader } from '../readers/cyclonedx/cyclonedx.ts'
import { dependabotReader } from '../readers/dependabot/dependabot.ts'
import { dependencyCheckReader } from '../readers/dependency-check/dependency-check.ts'
import { findingsResponseReader } from '../readers/findings-response/findings-response.ts'
import { gatehouseReader } from '../readers/gatehouse/gatehouse.ts'
import { gitLabReader } from '../readers/gitlab/gitlab.ts'
import { gitleaksReader } from '../readers/gitleaks/gitleaks.ts'
import { grypeReader } from '../readers/grype/grype.ts'
import { npmAuditReader } from '../readers/npm-audit/npm-audit.ts'
import { osvScannerReader } from '../readers/osv-scanner/osv-scanner.ts'
import { sarifReader } from '../readers/sarif/sarif.ts'
import { semgrepReader } from '../readers/semgrep/semgrep.ts'
import { snykReader } from '../readers/snyk/snyk.ts'
import { spdxReader } from '../readers/spdx/spdx.ts'
import { trivyReader } from '../readers/trivy/trivy.ts'
import { truffleHogReader } from '../readers/trufflehog/trufflehog.ts'
import type { LeftOut, ReportFormat, ScanReport } from '../report/report.ts'
import { SkipCounter } from '../report/run-builder.ts'
import { skipReasons } from '../report/skip-reasons.ts'
import { asName } from '../values/json-values.ts'
import { type FormatPart, refuseConflicts } from './conflicts.ts'
import { type FilePosition, ReadFault, startOfFile } from './fault.ts'
import type { ReadBudget } from './read-budget.ts'
import { type Reader, type ReaderOptions, ResultCount } from './reader.ts'

const readerFactories: Record<ReportFormat, (options: ReaderOptions) => Reader> = {
  semgrep: semgrepReader,
  sarif: sarifReader,
  findings: findingsResponseReader,
  cyclonedx: cycloneDxReader,
  grype: grypeReader,
  'npm-audit': npmAuditReader,
  snyk: snykReader,
  checkov: checkovReader,
  spdx: spdxReader,
  trivy: trivyReader,
  gitleaks: gitleaksReader,
  bandit: banditReader,
  'osv-scanner': osvScannerReader,
  trufflehog: truffleHogReader,
  gitlab: gitLabReader,
  'dependency-check': dependencyCheckReader,
  dependabot: dependabotReader,
  'code-scanning': codeScanningReader,
  gatehouse: gatehouseReader,
}

/** The lists that are named. */
const maxUnreadLists = 20

/**
 * Runs the readers of all formats in parallel while the format is unknown: a value that one of them rejects is a fault
 * only if the file turns out to be of its format. If the format is given, runs its reader only.
 */
export class ReaderSet {
  readonly #readers = new Map<ReportFormat, Reader>()
  readonly #parts = new Map<string, FormatPart[]>()
  readonly #elements: FormatPart[] = []
  readonly #guards = new Map<ReportFormat, FaultPolicy>()
  /** Findings in what no reader requests, and for each reader in what it does not read. */
  readonly unread = new UnreadFindings()
  readonly #unreadOf = new Map<ReportFormat, UnreadFindings>()
  /** The first fault of each reader that has stopped. */
  readonly #faults = new Map<ReportFormat, ReadFault>()

  constructor(
    requestedFormat: ReportFormat | null,
    { budget, ...options }: Omit<ReaderOptions, 'count'> & { budget: ReadBudget },
  ) {
    for (const format of requestedFormat ? [requestedFormat] : scanFormats) {
      const reader = readerFactories[format]({ ...options, count: new ResultCount(budget) })
      this.#readers.set(format, reader)
      const isStopped = () => this.#faults.has(format)
      const guard: FaultPolicy = {
        refuse: (fault) => {
          if (requestedFormat) throw fault
          if (!this.#faults.has(format)) this.#faults.set(format, fault)
        },
        reads: (keys) => isRead(format, keys),
      }
      this.#guards.set(format, guard)
      const findings = new UnreadFindings()
      this.#unreadOf.set(format, findings)
      const part = (route: Route, path: string): FormatPart => ({
        format,
        route,
        guard,
        isStopped,
        unread: { findings, path },
      })
      for (const [key, route] of reader.routes)
        this.#parts.set(key, [...(this.#parts.get(key) ?? []), part(route, key)])
      if (reader.elements) this.#elements.push(part(reader.elements, ''))
    }
    for (const [key, parts] of this.#parts) refuseConflicts(`\`${key}\``, [key], parts)
    refuseConflicts('elements of a list', [], this.#elements)
  }

  /** The readers' parts of a top-level key; readers that have stopped have none. */
  parts(key: string): Part[] {
    return (this.#parts.get(key) ?? []).filter(({ isStopped }) => !isStopped())
  }

  /** The readers' parts of an element of a document that is a list. */
  get elements(): readonly Part[] {
    return this.#elements
  }

  /** Whether documents of a format that are lists may come in pages. */
  hasPages(format: ReportFormat): boolean {
    return this.#readers.get(format)?.hasPages ?? false
  }

  /** Stops the readers of a list's elements whose formats have no pages, at a list in the list. */
  refusePage(position: FilePosition): void {
    const fault = new ReadFault(unexpectedKind('object', 'list'), position, '')
    for (const { format, guard, isStopped } of this.#elements)
      if (!this.hasPages(format) && !isStopped()) guard.refuse(fault)
  }

  /** Stops the readers of a list's elements other than that of its format, which is then read without sharing. */
  stopOthers(format: ReportFormat): void {
    const fault = new ReadFault(`the list is of the format ${format}`, startOfFile, '')
    for (const part of this.#elements)
      if (part.format !== format && !part.isStopped()) this.#faults.set(part.format, fault)
  }

  /** The route of each further document of JSON lines in a format. */
  lines(format: ReportFormat): Route | null {
    const route = this.#readers.get(format)?.lines
    const guard = this.#guards.get(format)
    return route && guard ? guardedRoute(route, guard) : null
  }

  /** The fault at which a reader has stopped; null if it has not. */
  fault(format: ReportFormat): ReadFault | null {
    return this.#faults.get(format) ?? null
  }

  /** The report in the detected format. Throws `ReadFault` if its reader has stopped. */
  async finish(format: ReportFormat, version: string | null, outline: Outline): Promise<ScanReport> {
    const fault = this.#faults.get(format)
    const reader = this.#readers.get(format)
    if (fault) throw fault
    if (!reader) throw new Error(`nothing has read ${format}`)
    const report = await reader.finish(version)
    report.leftOut.push(...this.#unreadIn(reader, format, outline))
    return report
  }

  /** The lists with findings that the reader of the file's format has not read. */
  #unreadIn(reader: Reader, format: ReportFormat, outline: Outline): LeftOut[] {
    // The elements of a list are findings, unless they are read in parts.
    const isTaken = outline.root !== 'object' && !(reader.elements && 'object' in reader.elements)
    const all = [...(isTaken ? [] : this.unread.found), ...(this.#unreadOf.get(format)?.found ?? [])]
    if (outline.root === 'object')
      for (const [key, { kind, elements, keys }] of outline.keys)
        if (kind === 'list' && !reader.routes.has(key) && areOfFinding(keys)) all.push([key, elements])
    const counts = new SkipCounter()
    let lists = 0
    for (const [path, count] of all) {
      if (count === 0 || reader.repeats?.some((each) => path === each || path.endsWith(`.${each}`))) continue
      lists += 1
      counts.add(skipReasons.unreadList(lists > maxUnreadLists ? '…' : (asName(path, 200) ?? '')), count)
    }
    return counts.list()
  }
}
