import type { ReaderOptions } from '../../input/reader.ts'
import type { ReportedFinding } from '../../report/report.ts'
import type { RunBuilder, SkipCounter } from '../../report/run-builder.ts'
import { asName, type JsonObject } from '../../values/json-values.ts'
import { ResultConverter } from './convert-result.ts'
import { SarifRun } from './run.ts'
import { artifactLocation } from './sarif-results.ts'

/**
 * Adds results of a scanner's own format, described as the scanner's SARIF describes them: identities, kinds and the
 * removal of secrets are those of SARIF, so that triage is kept when a pipeline changes from one output to the other.
 */
export class DescribedResults {
  readonly #run: SarifRun
  readonly #converter: ResultConverter

  /** @param tool as its SARIF names it */
  constructor(
    tool: string,
    { builder, leftOut }: { builder: RunBuilder; leftOut: SkipCounter },
    options: ReaderOptions,
  ) {
    this.#run = new SarifRun(0, options)
    this.#run.driver.setName(tool)
    this.#converter = new ResultConverter(
      this.#run,
      { builder, leftOut, count: options.count, salt: options.salt },
      new Map(),
    )
  }

  /**
   * Adds a result with its rule.
   * @param descriptor of the rule, whose first description counts
   * @param refuse the error of a result that exceeds a limit
   */
  add(
    descriptor: JsonObject,
    result: JsonObject,
    refuse: (problem: string) => Error,
  ): readonly ReportedFinding[] {
    const id = asName(descriptor['id'])
    const { driver } = this.#run
    if (id !== null && !driver.byId.has(id)) {
      driver.addRule(descriptor)
      const rule = driver.byId.get(id)
      if (rule) this.#converter.addRule(rule)
    }
    return this.#converter.add({ ...result, ruleId: id }, refuse)
  }
}

/** A location as SARIF writes it. */
export const sarifLocation = (path: string, region: JsonObject) => ({
  physicalLocation: { artifactLocation: artifactLocation(path), region },
})
