import { evidenceOf } from '../../findings/evidence.ts'
import { identityOf } from '../../findings/identity.ts'
import type {
  Reachability,
  ReportedAssistant,
  ReportedCodeFinding,
  ReportedSupplyChainFinding,
  SeverityFrom,
} from '../../report/report.ts'
import { categoryOf } from '../../values/categories.ts'
import { cvssScores, cvssScoresInProperty } from '../../values/cvss.ts'
import {
  asBoolean,
  asFraction,
  asName,
  asNames,
  asObject,
  asObjects,
  asOneOf,
  asText,
  asTime,
  asUrl,
  asUrls,
  bounds,
  getEither,
  type JsonObject,
} from '../../values/json-values.ts'
import { asResource } from '../../values/resources.ts'
import { confidenceOfWord, severityOfWord } from '../../values/severity.ts'
import { readComments, readDetail, readLocation, readPullRequests, readState, readTicket } from './parts.ts'

/** The fields of both kinds of findings. Ids from the other service are kept. */
function readCommonFields(finding: JsonObject, rulePath: string) {
  const rule = asObject(finding['rule'])
  const location = readLocation(finding['location'])
  const message = asText(getEither(finding, 'rule_message')) ?? asText(getEither(rule, 'message'))
  const detail = readDetail(finding)
  const matched = detail.code?.lines.join('\n') ?? null
  const identity = identityOf({
    rulePath,
    path: location?.filePath ?? null,
    fingerprint: null,
    matched,
    message,
  })
  const matchBasedId = asName(getEither(finding, 'match_based_id'), 300)
  const categories = asNames(finding['categories']).flatMap((each) => categoryOf(each) ?? [])
  const category = categoryOf(getEither(rule, 'category'))
  return {
    matchBasedId: matchBasedId ?? identity.match,
    syntacticId: asName(getEither(finding, 'syntactic_id'), 300) ?? identity.syntactic,
    evidence: evidenceOf({
      fingerprint: matchBasedId === null ? null : { scheme: 'matchBasedId', value: matchBasedId },
      matched,
      path: location?.filePath ?? null,
      flow: detail.dataFlow,
    }),
    rulePath,
    message,
    severity: severityOfWord(finding['severity']) ?? 'medium',
    confidence: confidenceOfWord(finding['confidence']) ?? confidenceOfWord(getEither(rule, 'confidence')),
    categories: categories.length === 0 && category !== null ? [category] : categories,
    location,
    logicalLocation: asName(getEither(finding, 'logical_location')),
    lineOfCodeUrl: asUrl(getEither(finding, 'line_of_code_url')),
    suppressed: finding['state'] === 'muted',
    references: asUrls(finding['references']),
    externalTicket: readTicket(getEither(finding, 'external_ticket')),
    reviewComments: readComments(getEither(finding, 'review_comments')),
    given: readState(finding),
    ...detail,
  }
}

/** An element of `sastFindings.findings`. Source: docs/api.md#fields. */
export function readCodeFinding(finding: JsonObject, rulePath: string): ReportedCodeFinding {
  const policy = asObject(getEither(finding, 'sourcing_policy'))
  return {
    kind: 'code',
    ...readCommonFields(finding, rulePath),
    resource: asResource(finding['resource']),
    sourceWithheld: getEither(finding, 'source_withheld') === true,
    assistant: readAssistant(finding['assistant']),
    sourcingPolicy: policy && {
      id: asName(policy['id'], 30),
      name: asName(policy['name']),
      slug: asName(policy['slug']),
    },
    clickToFixPrs: readPullRequests(getEither(finding, 'click_to_fix_prs')),
    clickToFixFailures: asObjects(getEither(finding, 'click_to_fix_failures'))
      .slice(0, bounds.list)
      .map((each) => ({
        createdAt: asTime(getEither(each, 'created_at')),
        reason: asText(each['reason'], 5_000),
      })),
  }
}

function readAssistant(value: unknown): ReportedAssistant | null {
  const assistant = asObject(value)
  if (assistant === null) return null
  const autofix = asObject(assistant['autofix'])
  const autotriage = asObject(assistant['autotriage'])
  const component = asObject(assistant['component'])
  const guidance = asObject(assistant['guidance'])
  const rule = asObject(getEither(assistant, 'rule_explanation'))
  return {
    autofix: autofix && {
      explanation: asText(autofix['explanation']),
      fixCode: asText(getEither(autofix, 'fix_code')),
    },
    autotriage: autotriage && {
      reason: asText(autotriage['reason']),
      verdict:
        asOneOf(autotriage['verdict'], ['true_positive', 'false_positive']) ??
        asName(autotriage['verdict'], 100),
    },
    component: component && { risk: asName(component['risk'], 100), tag: asName(component['tag'], 200) },
    guidance: guidance && {
      instructions: asText(guidance['instructions']),
      summary: asText(guidance['summary']),
    },
    ruleExplanation: rule && { explanation: asText(rule['explanation']), summary: asText(rule['summary']) },
  }
}

const reachabilities: readonly Reachability[] = [
  'reachable',
  'always_reachable',
  'conditionally_reachable',
  'unreachable',
  'unknown',
]

function readSeverityFrom(value: unknown): SeverityFrom | null {
  const from = asObject(value)
  const method = asName(from?.['method'], 20)
  return method === null ? null : { method, source: asName(from?.['source'], 200) }
}

/** An element of `scaFindings.findings`. Source: docs/api.md#fields. */
export function readSupplyChainFinding(finding: JsonObject, rulePath: string): ReportedSupplyChainFinding {
  const foundDependency = asObject(getEither(finding, 'found_dependency'))
  const epss = asObject(getEither(finding, 'epss_score'))
  const score = asFraction(epss?.['score'])
  const usage = asObject(finding['usage'])
  return {
    kind: 'supplyChain',
    ...readCommonFields(finding, rulePath),
    vulnerabilityIdentifier: asName(getEither(finding, 'vulnerability_identifier'), 200),
    advisoryIds: asNames(getEither(finding, 'vulnerability_identifier')),
    cvss: cvssScores(cvssScoresInProperty(finding['cvss'])),
    severityFrom: readSeverityFrom(getEither(finding, 'severity_from')),
    epss: score === null ? null : { score, percentile: asFraction(epss?.['percentile']) },
    fixRecommendations: asObjects(getEither(finding, 'fix_recommendations'))
      .slice(0, bounds.list)
      .flatMap((each) => {
        const [fixPackage, version] = [asName(each['package']), asName(each['version'], 200)]
        return fixPackage && version ? [{ package: fixPackage, version }] : []
      }),
    foundDependency: {
      ecosystem: asName(foundDependency?.['ecosystem'], 100),
      package: asName(foundDependency?.['package']) ?? 'unknown',
      version: asName(foundDependency?.['version'], 200) ?? '',
      transitivity:
        asOneOf(foundDependency?.['transitivity'], ['direct', 'transitive', 'unknown']) ?? 'unknown',
      lockfileLineUrl: asUrl(getEither(foundDependency, 'lockfile_line_url')),
    },
    isMalicious: asBoolean(getEither(finding, 'is_malicious')),
    reachability: asOneOf(finding['reachability'], reachabilities) ?? 'unknown',
    reachableCondition: asText(getEither(finding, 'reachable_condition'), 5_000),
    usage: usage && {
      location: readLocation(usage['location']),
      externalTicket: readTicket(getEither(usage, 'external_ticket')),
    },
    clickToFixPrs: readPullRequests(getEither(finding, 'click_to_fix_prs')),
  }
}
