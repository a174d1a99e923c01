import { type FilePosition, ReadFault, startOfFile } from '../../input/fault.ts'
import { type Reader, type ReaderOptions, yieldToEventLoop } from '../../input/reader.ts'
import { ByteStore } from '../../json/byte-store.ts'
import { parseBytes } from '../../json/json-bytes.ts'
import type { Route, TakenValue } from '../../json/json-route.ts'
import type { ScanReport } from '../../report/report.ts'
import { skipReasons } from '../../report/skip-reasons.ts'
import { asObject, type JsonObject } from '../../values/json-values.ts'
import { PackageRun } from '../cyclonedx/package-run.ts'
import { advisoryOf, isOfPnpm } from './advisory.ts'
import { type Auditor, auditors } from './auditors.ts'
import { failureOf } from './failure.ts'
import { packagesOf } from './package.ts'
import { yarnLineOf, yarnPackagesOf } from './yarn.ts'

/** The entries of a report: packages of npm 7 and later, advisories of npm 6, pnpm and Yarn, and lines of Yarn 4. */
const entriesOf = { vulnerability: packagesOf, advisory: advisoryOf, package: yarnPackagesOf } as const
type EntryKind = keyof typeof entriesOf

/** The memory of an entry, in addition to its text. */
const entryBytes = 48
const maxIds = 100_000

/**
 * Reads the JSON of `npm audit`: version 2 of npm 7 and later, which lists packages with their advisories, and version 1
 * of npm 6, which lists advisories with their packages, as do pnpm and Yarn. Source: docs/formats.md#npm-audit.
 */
export function npmAuditReader(options: ReaderOptions): Reader {
  const audit = new Audit(options)
  const entry = (kind: EntryKind): Route => ({
    take: (value) => {
      options.count.add(value)
      const parsed = asObject(value.parse())
      if (!parsed) throw value.fault('an entry must be an object')
      audit.add(kind, parsed, value.bytes, value.place)
    },
  })
  const packageRoute = entry('vulnerability')
  const advisoryRoute = entry('advisory')
  // The first line arrives key by key, since it may be the whole document.
  const first: { line: Record<string, unknown>; value: TakenValue | null } = { line: {}, value: null }
  const keep = (key: string): [string, Route] => [
    key,
    {
      take: (value) => {
        first.value = value
        first.line[key] = value.parse()
      },
    },
  ]
  const addFirst = () => {
    if (first.value !== null) audit.addLine(first.line, first.value)
    first.value = null
  }
  return {
    routes: new Map<string, Route>([
      ['vulnerabilities', { object: new Map(), each: () => packageRoute }],
      ['advisories', { object: new Map(), each: () => advisoryRoute }],
      ['runId', { take: () => audit.setRun() }],
      ['auditReportVersion', { take: () => audit.setRun() }],
      ['error', { take: (value) => audit.fail(value.parse()) }],
      ['message', { take: (value) => audit.fail({ message: value.parse() }) }],
      ...['type', 'data', 'value', 'children'].map(keep),
    ]),
    lines: {
      take: (value) => {
        addFirst()
        const line = asObject(value.parse())
        if (!line) throw value.fault('a line of Yarn must be an object')
        audit.addLine(line, value)
      },
    },
    repeats: ['actions.resolves'],
    finish: () => {
      addFirst()
      return audit.finish()
    },
  }
}

const noAudit = 'the output of Yarn contains no audit: use `yarn audit --json`'

/** The entries of a file, which are read once it is known which tool wrote them. */
class Audit {
  readonly #options: ReaderOptions
  readonly #entries = new ByteStore()
  readonly #kinds: EntryKind[] = []
  readonly #ids = new Set<string>()
  #repeated = 0
  #hasRun = false
  #isPnpm: boolean | null = null
  #lines = 0
  #isEnded = false
  #error: string | null = null
  #failedAuditor: Auditor | null = null

  constructor(options: ReaderOptions) {
    this.#options = options
  }

  add(kind: EntryKind, entry: JsonObject, bytes: Uint8Array, place: FilePosition): void {
    this.#options.count.keep(entryBytes)
    if (kind === 'advisory') this.#isPnpm = (this.#isPnpm ?? false) || isOfPnpm(entry)
    this.#entries.add(bytes, place)
    this.#kinds.push(kind)
  }

  /** Adds a line of Yarn, of which Yarn 1 repeats an advisory for each path to its package. */
  addLine(given: JsonObject, value: TakenValue): void {
    this.#lines += 1
    const line = yarnLineOf(given)
    if (line.kind === 'end') this.#isEnded = true
    if (line.kind === 'error') this.#error ??= line.message
    if (line.kind !== 'advisory' && line.kind !== 'package') return
    this.#options.count.add(value)
    if (this.#ids.has(line.id)) this.#repeated += 1
    else {
      if (this.#ids.size < maxIds) this.#ids.add(line.id)
      this.add(line.kind, line.entry, Buffer.from(JSON.stringify(line.entry)), value.place)
    }
  }

  /** Takes the error of npm or pnpm, which stands alone, or the message of the request that failed. */
  fail(error: unknown): void {
    const { message, auditor } = failureOf(error)
    this.#error ??= message
    this.#failedAuditor ??= auditor
  }

  /** Only npm gives a report the number of a run, or a version. */
  setRun(): void {
    this.#hasRun = true
  }

  async finish(): Promise<ScanReport> {
    const { count } = this.#options
    const auditor = this.#auditor()
    const run = new PackageRun(auditor.tool, null, this.#options)
    if (this.#repeated > 0) run.leftOut.add(skipReasons.duplicateEntry, this.#repeated)
    for (const { bytes, place, index } of this.#entries.drain()) {
      count.checkTime()
      if (index % 250 === 249) await yieldToEventLoop()
      const entry = asObject(parseBytes(bytes))
      const kind = this.#kinds[index]
      if (!entry || !kind) continue
      const [first, ...others] = entriesOf[kind](entry, auditor)
      if (first) run.add(first)
      else run.leftOut.add(skipReasons.throughOthers)
      for (const each of others) {
        const problem = count.countAnother()
        if (problem !== undefined) throw new ReadFault(problem, place, '')
        run.add(each)
      }
    }
    if (this.#error !== null) run.builder.fail('The audit failed', { message: this.#error, rule: null })
    else if (this.#isCut) run.builder.fail('The output of Yarn ends before the end of the audit.')
    return run.finish('npm-audit')
  }

  /** Whether the last line of Yarn 1 is missing; Yarn 4 writes none. */
  get #isCut(): boolean {
    return this.#kinds.length > 0 && this.#lines > 0 && !this.#isEnded && this.#kinds[0] === 'advisory'
  }

  #auditor(): Auditor {
    const isEmpty = this.#kinds.length === 0
    if (isEmpty && this.#lines === 0 && this.#failedAuditor !== null) return this.#failedAuditor
    if (this.#lines > 0) {
      if (isEmpty && !this.#isEnded && this.#error === null) throw new ReadFault(noAudit, startOfFile, '')
      return auditors.yarn
    }
    if (this.#hasRun || this.#kinds[0] === 'vulnerability') return auditors.npm
    return isEmpty || this.#isPnpm ? auditors.pnpm : auditors.yarn
  }
}
