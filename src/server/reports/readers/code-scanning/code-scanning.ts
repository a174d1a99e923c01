import { toolFamily } from '#lib/tool-family.ts'
import type { Reader, ReaderOptions } from '../../input/reader.ts'
import type { TakenValue } from '../../json/json-route.ts'
import { RunBuilder, SkipCounter } from '../../report/run-builder.ts'
import { skipReasons } from '../../report/skip-reasons.ts'
import { asName, asNames, asObject, getIn, type JsonObject } from '../../values/json-values.ts'
import { filePath } from '../../values/paths.ts'
import { dismissalOf } from '../dependabot/dismissal.ts'
import { artifactLocation, SarifResults } from '../sarif/sarif-results.ts'

const maxSources = 1_000

type Source = { results: SarifResults; tool: string; category: string | null }

/**
 * Reads code scanning alerts as the REST API of GitHub lists them. Each tool and category is a source, as in the SARIF
 * that was uploaded to GitHub. A dismissed alert becomes a suppressed finding; fixed ones are left out.
 * Source: docs/formats.md#github-code-scanning.
 */
export function codeScanningReader(options: ReaderOptions): Reader {
  const sources = new Map<string, Source>()
  const leftOut = new SkipCounter()
  const sourceOf = (value: TakenValue, alert: JsonObject): Source => {
    const tool = asName(getIn(alert, 'tool', 'name')) ?? 'GitHub code scanning'
    const own = asName(getIn(alert, 'most_recent_instance', 'category'), 200)
    const key = JSON.stringify([toolFamily(tool), options.category ?? own])
    const known = sources.get(key)
    if (known) return known
    if (sources.size >= maxSources) throw value.fault(`the file has alerts of more than ${maxSources} tools`)
    const results = new SarifResults(tool, options)
    results.run.driver.setVersion(asName(getIn(alert, 'tool', 'version'), 100), true)
    results.run.setAutomationDetails({ id: own })
    const source = { results, tool, category: options.category ?? results.run.category() }
    sources.set(key, source)
    return source
  }
  const take = (value: TakenValue) => {
    const alert = asObject(value.parse())
    if (!alert) throw value.fault('a code scanning alert must be an object')
    const ruleId = asName(getIn(alert, 'rule', 'id'))
    if (!ruleId) throw value.fault('this is not a code scanning alert: its `rule` has no `id`', '/rule/id')
    if (!asObject(alert['most_recent_instance']))
      throw value.fault(
        'this is not a code scanning alert: it has no `most_recent_instance`',
        '/most_recent_instance',
      )
    options.count.add(value)
    const state = asName(alert['state'], 50)
    if (state === 'fixed') leftOut.add(skipReasons.alertState(state))
    else {
      const result = { ...resultOf(alert), ruleId }
      sourceOf(value, alert).results.add(value, result, ruleOf(alert['rule']), dismissalOf(alert))
    }
  }
  return {
    routes: new Map(),
    elements: { take },
    hasPages: true,
    finish: async () => {
      const runs = []
      for (const { results, tool, category } of sources.values()) {
        const builder = new RunBuilder({ tool, category }, results.run.driver.version, options)
        await results.convertInto(builder)
        runs.push(builder.finish())
      }
      return { format: 'code-scanning', runs, read: options.count.read, leftOut: leftOut.list() }
    },
  }
}

function resultOf(alert: JsonObject): JsonObject {
  const instance = alert['most_recent_instance']
  const location = getIn(instance, 'location')
  const path = filePath(getIn(location, 'path'))
  const region = {
    startLine: getIn(location, 'start_line'),
    startColumn: getIn(location, 'start_column'),
    endLine: getIn(location, 'end_line'),
    endColumn: getIn(location, 'end_column'),
  }
  return {
    level: asName(getIn(alert, 'rule', 'security_severity_level'), 20) ?? getIn(alert, 'rule', 'severity'),
    message: { text: getIn(instance, 'message', 'text') },
    locations:
      path === null ? [] : [{ physicalLocation: { artifactLocation: artifactLocation(path), region } }],
    properties: { references: [alert['html_url']] },
    ...(alert['state'] === 'dismissed' ? { suppressions: [{ kind: 'external' }] } : {}),
  }
}

function ruleOf(rule: unknown): JsonObject {
  return {
    name: getIn(rule, 'name'),
    shortDescription: { text: getIn(rule, 'description') },
    fullDescription: { text: getIn(rule, 'full_description') },
    helpUri: getIn(rule, 'help_uri'),
    properties: { tags: asNames(getIn(rule, 'tags')) },
  }
}
