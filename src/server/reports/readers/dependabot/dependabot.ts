import { ecosystemOfName } from '#contract/ecosystems.ts'
import type { Reader, ReaderOptions } from '../../input/reader.ts'
import type { TakenValue } from '../../json/json-route.ts'
import { skipReasons } from '../../report/skip-reasons.ts'
import {
  asName,
  asNames,
  asObject,
  asObjects,
  asText,
  getIn,
  type JsonObject,
} from '../../values/json-values.ts'
import { filePath } from '../../values/paths.ts'
import { severityOfWord } from '../../values/severity.ts'
import { PackageRun, type VulnerablePackage } from '../cyclonedx/package-run.ts'
import { dismissalOf } from './dismissal.ts'
import { GraphQlAnswer } from './graphql.ts'

/**
 * Reads Dependabot alerts as the REST API of GitHub lists them, or its GraphQL API for a repository. An open alert becomes a supply-chain finding, a
 * dismissed one a suppressed finding; fixed ones are left out. Source: docs/formats.md#dependabot.
 */
export function dependabotReader(options: ReaderOptions): Reader {
  const run = new PackageRun('Dependabot', null, options)
  const add = (value: TakenValue, alert: JsonObject | null) => {
    if (!alert) throw value.fault('a Dependabot alert must be an object')
    if (!asObject(alert['security_advisory']))
      throw value.fault(
        'this is not a Dependabot alert: its `security_advisory` is missing',
        '/security_advisory',
      )
    const name =
      asName(getIn(alert, 'dependency', 'package', 'name')) ??
      asName(getIn(alert, 'security_vulnerability', 'package', 'name'))
    if (!name) throw value.fault('this Dependabot alert names no package', '/dependency')
    options.count.add(value)
    const state = asName(alert['state'], 50) ?? 'open'
    if (state === 'fixed') run.leftOut.add(skipReasons.alertState(state))
    else run.add(vulnerablePackage(alert, name, state !== 'open'))
  }
  const answer = new GraphQlAnswer(add)
  const take = (value: TakenValue) => {
    const element = asObject(value.parse())
    const data = asObject(element?.['data'])
    if (data) answer.addPage(value, data)
    else add(value, element)
  }
  const routes = new Map([['data', answer.route]])
  return {
    routes,
    elements: { take },
    hasPages: true,
    lines: { object: routes },
    finish: async () => {
      answer.requireAlerts()
      if (answer.isPartial) run.builder.run.coverage.findings = false
      return run.finish('dependabot')
    },
  }
}

function vulnerablePackage(alert: JsonObject, name: string, suppressed: boolean): VulnerablePackage {
  const advisory = asObject(alert['security_advisory']) ?? {}
  const dependency = alert['dependency']
  const ecosystem =
    asName(getIn(dependency, 'package', 'ecosystem'), 100) ??
    asName(getIn(alert, 'security_vulnerability', 'package', 'ecosystem'), 100)
  const id = asName(advisory['ghsa_id']) ?? asName(advisory['cve_id'])
  const ids = asNames([
    advisory['ghsa_id'],
    advisory['cve_id'],
    ...asObjects(advisory['identifiers']).map(({ value }) => value),
  ])
  const summary = asText(advisory['summary'], 1_000)
  const description = asText(advisory['description'], 20_000)
  const relationship = asName(getIn(dependency, 'relationship'), 20)
  return {
    vulnerability: {
      id,
      description: [summary, description].filter((text) => text !== null).join('\n\n'),
      source: { url: id?.startsWith('GHSA-') ? `https://github.com/advisories/${id}` : alert['html_url'] },
      ratings: ratingsOf(advisory),
      properties: [{ name: 'epss:percentile', value: getIn(advisory, 'epss', 'percentile') }],
      cwes: asObjects(advisory['cwes']).map(({ cwe_id }) => cwe_id),
      advisories: [{ url: alert['html_url'] }, ...asObjects(advisory['references']).slice(0, 100)],
      references: ids.filter((each) => each !== id).map((each) => ({ id: each })),
    },
    severity:
      severityOfWord(getIn(alert, 'security_vulnerability', 'severity')) ??
      severityOfWord(advisory['severity']),
    affected: {
      ecosystem: ecosystemOfName(ecosystem),
      name,
      version: asName(getIn(dependency, 'version'), 200) ?? '',
      transitivity: relationship === 'direct' || relationship === 'transitive' ? relationship : 'unknown',
      path: filePath(getIn(dependency, 'manifest_path')) ?? 'packages',
    },
    fixes: asNames(getIn(alert, 'security_vulnerability', 'first_patched_version', 'identifier')).map(
      (version) => ({ package: name, version }),
    ),
    suppressed,
    given: dismissalOf(alert),
  }
}

function ratingsOf(advisory: JsonObject): JsonObject[] {
  const versions = [
    ['CVSSv4', getIn(advisory, 'cvss_severities', 'cvss_v4')],
    ['CVSSv31', getIn(advisory, 'cvss_severities', 'cvss_v3') ?? advisory['cvss']],
  ] as const
  const ratings: JsonObject[] = versions.flatMap(([method, cvss]) => {
    const score = getIn(cvss, 'score')
    const vector = getIn(cvss, 'vector_string')
    // GitHub writes 0 and no vector where there is none.
    return vector || Number(score) > 0 ? [{ method, score: Number(score) > 0 ? score : null, vector }] : []
  })
  const epss = getIn(advisory, 'epss', 'percentage')
  return epss === undefined ? ratings : [...ratings, { method: 'EPSS', score: epss }]
}
