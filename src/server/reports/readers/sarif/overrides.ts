import type { Severity } from '../../report/report.ts'
import { asName, asObjects, getIn } from '../../values/json-values.ts'
import { severityOfWord } from '../../values/severity.ts'
import type { SarifRun } from './run.ts'

/** The configurations that the invocations of a run set for single rules. Source: SARIF 2.1.0, 3.20.5. */
export function* configurationOverrides(run: SarifRun): Generator<{ id: string; configuration: unknown }> {
  for (const invocation of run.invocations) {
    for (const each of asObjects(getIn(invocation, 'ruleConfigurationOverrides'))) {
      const rule = run.ruleOf({ rule: each['descriptor'] })
      const id = rule?.id ?? asName(getIn(each, 'descriptor', 'id'))
      if (id !== null) yield { id, configuration: each['configuration'] }
    }
  }
}

/** The severities that they set, by rule. */
export function levelOverrides(run: SarifRun): ReadonlyMap<string, Severity> {
  const levels = new Map<string, Severity>()
  for (const { id, configuration } of configurationOverrides(run)) {
    const level = severityOfWord(getIn(configuration, 'level'))
    if (level) levels.set(id, level)
  }
  return levels
}
