import { ReadFault } from '../../input/fault.ts'
import { yieldToEventLoop } from '../../input/reader.ts'
import { parseBytes } from '../../json/json-bytes.ts'
import type { GivenState } from '../../report/report.ts'
import { skipReasons } from '../../report/skip-reasons.ts'
import { asList, asObject, getIn } from '../../values/json-values.ts'
import { joinRenamedFiles } from '../../values/renamed-files.ts'
import { type ResultContext, ResultConverter } from './convert-result.ts'
import { addCoverage } from './coverage.ts'
import { levelOverrides } from './overrides.ts'
import { skipReasonOf } from './result.ts'
import type { SarifRun } from './run.ts'

/** The target of the parts of a run. */
export type ConvertContext = ResultContext & {
  /** Whether the file had an earlier run of the source. */
  joined: boolean
  /** What another service decided about a result, by its place in the run. */
  given?: ReadonlyMap<number, GivenState>
}

/** Adds a complete run to its source. */
export async function convertRun(run: SarifRun, context: ConvertContext): Promise<void> {
  const { builder, leftOut } = context
  const { roots } = run.places
  for (const details of run.provenance) roots.addFolder('mapped', getIn(details, 'mappedTo'))
  for (const invocation of run.invocations) roots.addFolder('working', getIn(invocation, 'workingDirectory'))
  run.completeRules()
  const converter = new ResultConverter(run, context, levelOverrides(run))
  for (const rule of run.rules()) converter.addRule(rule)
  if (run.resultsElsewhere > 0) leftOut.add(skipReasons.resultsElsewhere, run.resultsElsewhere)
  const withResults = new Set<string>()
  for (const { bytes, place, index } of run.results.drain()) {
    context.count.checkTime()
    if (index % 250 === 249) await yieldToEventLoop()
    const faultOf = (problem: string) => new ReadFault(problem, place, `/runs/${run.index}/results/${index}`)
    const result = asObject(parseBytes(bytes))
    if (!result) throw faultOf('a SARIF result must be an object')
    // Those that are left out, too: a list of the files that they name does not show the coverage either.
    for (const each of asList(result['locations'])) {
      const filePath = run.places.path(getIn(each, 'physicalLocation', 'artifactLocation'))
      if (filePath !== null) withResults.add(filePath)
    }
    const reason = skipReasonOf(result)
    if (reason !== null) {
      leftOut.add(reason)
      continue
    }
    const given = context.given?.get(index)
    for (const finding of converter.add(result, faultOf)) {
      if (given) finding.given = given
      if (finding.location) withResults.add(finding.location.filePath)
    }
  }
  builder.run.reportsEqualOnce = run.isSarif
  builder.run.formerPaths = joinRenamedFiles([builder.run.formerPaths ?? [], [...run.places.former()]])
  addCoverage(run, builder, withResults, context.joined)
}
