import type { ReaderOptions } from '../../input/reader.ts'
import type { TakenValue } from '../../json/json-route.ts'
import type { GivenState, ReportFormat, ScanReport } from '../../report/report.ts'
import { RunBuilder, SkipCounter } from '../../report/run-builder.ts'
import type { JsonObject } from '../../values/json-values.ts'
import { convertRun } from './convert.ts'
import { SarifRun } from './run.ts'

const maxRules = 100_000

/**
 * Collects the findings of a tool's own format as the results that its SARIF has, and reads them as such. So a finding
 * has the same identity in both, and values of secrets are removed in the same way.
 */
export class SarifResults {
  readonly run: SarifRun
  readonly leftOut = new SkipCounter()
  readonly #options: ReaderOptions
  readonly #given = new Map<number, GivenState>()
  #added = 0

  /** @param tool as its SARIF names it. */
  constructor(tool: string, options: ReaderOptions) {
    this.#options = options
    this.run = new SarifRun(0, options)
    this.run.driver.setName(tool)
    this.run.listsResults = true
  }

  /** Adds a result of this value of the file, and its rule if it is new. Throws `ReadFault` above a limit. */
  add(
    value: TakenValue,
    result: JsonObject & { ruleId: string },
    rule: JsonObject = {},
    given: GivenState | null = null,
  ): void {
    const { rules, byId } = this.run.driver
    if (!byId.has(result.ruleId)) {
      if (rules.length >= maxRules) throw value.fault(`the file names more than ${maxRules} rules`)
      this.run.driver.addRule({ ...rule, id: result.ruleId })
    }
    if (given !== null) this.#given.set(this.#added, given)
    this.#added += 1
    this.run.results.add(Buffer.from(JSON.stringify(result)), value.place)
  }

  /** Adds the results to a run, whose file does not list the rules that ran. */
  async convertInto(builder: RunBuilder): Promise<void> {
    const { count, salt } = this.#options
    await convertRun(this.run, {
      builder,
      leftOut: this.leftOut,
      count,
      salt,
      joined: false,
      given: this.#given,
    })
    builder.run.coverage.listsRules = false
  }

  /** The report of a file with these results alone. */
  async finish(format: ReportFormat): Promise<ScanReport> {
    const { category, count } = this.#options
    const { name, version } = this.run.driver
    const builder = new RunBuilder({ tool: name ?? format, category }, version, this.#options)
    await this.convertInto(builder)
    return { format, runs: [builder.finish()], read: count.read, leftOut: this.leftOut.list() }
  }
}

/** The artifact location of a path as a tool names it, in which `%` is no escape. */
export const artifactLocation = (path: string) => ({ uri: path.replaceAll('%', '%25') })
