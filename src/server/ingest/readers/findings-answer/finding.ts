import { categoryOf } from '../../categories.ts'
import { cvssInProperty, cvssScores } from '../../cvss.ts'
import { evidenceOf } from '../../evidence.ts'
import { identityOf } from '../../identity.ts'
import type {
  Reachability,
  ReportedAssistant,
  ReportedCodeFinding,
  ReportedSupplyChainFinding,
} from '../../report.ts'
import { confidenceOfWord, severityOfWord } from '../../severity.ts'
import {
  bounds,
  either,
  flag,
  type JsonObject,
  name,
  names,
  object,
  objects,
  share,
  text,
  time,
  url,
  urls,
  word,
} from '../../values.ts'
import {
  answeredComments,
  answeredDetail,
  answeredLocation,
  answeredPullRequests,
  answeredTicket,
  givenState,
} from './parts.ts'

/** What both kinds of findings carry. The ids that the other service gave are kept. */
function common(finding: JsonObject, rulePath: string) {
  const rule = object(finding['rule'])
  const location = answeredLocation(finding['location'])
  const message = text(either(finding, 'rule_message')) ?? text(either(rule, 'message'))
  const detail = answeredDetail(finding)
  const matched = detail.code?.lines.join('\n') ?? null
  const identity = identityOf({
    rulePath,
    path: location?.filePath ?? null,
    fingerprint: null,
    matched,
    message,
  })
  const given = name(either(finding, 'match_based_id'), 300)
  const categories = names(finding['categories']).flatMap((each) => categoryOf(each) ?? [])
  const category = categoryOf(either(rule, 'category'))
  return {
    matchBasedId: given ?? identity.match,
    syntacticId: name(either(finding, 'syntactic_id'), 300) ?? identity.syntactic,
    evidence: evidenceOf({
      fingerprint: given === null ? null : { scheme: 'matchBasedId', value: given },
      matched,
      flow: detail.dataFlow,
    }),
    rulePath,
    message,
    severity: severityOfWord(finding['severity']) ?? 'medium',
    confidence: confidenceOfWord(finding['confidence']) ?? confidenceOfWord(either(rule, 'confidence')),
    categories: categories.length === 0 && category !== null ? [category] : categories,
    location,
    logicalLocation: name(either(finding, 'logical_location')),
    lineOfCodeUrl: url(either(finding, 'line_of_code_url')),
    suppressed: finding['state'] === 'muted',
    references: urls(finding['references']),
    externalTicket: answeredTicket(either(finding, 'external_ticket')),
    reviewComments: answeredComments(either(finding, 'review_comments')),
    given: givenState(finding),
    ...detail,
  }
}

/** An element of `sastFindings.findings`. Source: docs/api.md#fields. */
export function answeredCode(finding: JsonObject, rulePath: string): ReportedCodeFinding {
  const policy = object(either(finding, 'sourcing_policy'))
  return {
    kind: 'code',
    ...common(finding, rulePath),
    assistant: assistantOf(finding['assistant']),
    sourcingPolicy: policy && {
      id: name(policy['id'], 30),
      name: name(policy['name']),
      slug: name(policy['slug']),
    },
    clickToFixPrs: answeredPullRequests(either(finding, 'click_to_fix_prs')),
    clickToFixFailures: objects(either(finding, 'click_to_fix_failures'))
      .slice(0, bounds.list)
      .map((each) => ({ createdAt: time(either(each, 'created_at')), reason: text(each['reason'], 5_000) })),
  }
}

function assistantOf(value: unknown): ReportedAssistant | null {
  const assistant = object(value)
  if (assistant === null) return null
  const autofix = object(assistant['autofix'])
  const autotriage = object(assistant['autotriage'])
  const component = object(assistant['component'])
  const guidance = object(assistant['guidance'])
  const rule = object(either(assistant, 'rule_explanation'))
  return {
    autofix: autofix && {
      explanation: text(autofix['explanation']),
      fixCode: text(either(autofix, 'fix_code')),
    },
    autotriage: autotriage && {
      reason: text(autotriage['reason']),
      verdict:
        word(autotriage['verdict'], ['true_positive', 'false_positive']) ?? name(autotriage['verdict'], 100),
    },
    component: component && { risk: name(component['risk'], 100), tag: name(component['tag'], 200) },
    guidance: guidance && {
      instructions: text(guidance['instructions']),
      summary: text(guidance['summary']),
    },
    ruleExplanation: rule && { explanation: text(rule['explanation']), summary: text(rule['summary']) },
  }
}

const reachabilities: readonly Reachability[] = [
  'reachable',
  'always_reachable',
  'conditionally_reachable',
  'unreachable',
  'unknown',
]

/** An element of `scaFindings.findings`. Source: docs/api.md#fields. */
export function answeredSupplyChain(finding: JsonObject, rulePath: string): ReportedSupplyChainFinding {
  const found = object(either(finding, 'found_dependency'))
  const epss = object(either(finding, 'epss_score'))
  const score = share(epss?.['score'])
  const usage = object(finding['usage'])
  return {
    kind: 'supplyChain',
    ...common(finding, rulePath),
    vulnerabilityIdentifier: name(either(finding, 'vulnerability_identifier'), 200),
    advisoryIds: names(either(finding, 'vulnerability_identifier')),
    cvss: cvssScores(cvssInProperty(finding['cvss'])),
    epss: score === null ? null : { score, percentile: share(epss?.['percentile']) },
    fixRecommendations: objects(either(finding, 'fix_recommendations'))
      .slice(0, bounds.list)
      .flatMap((each) => {
        const [fixPackage, version] = [name(each['package']), name(each['version'], 200)]
        return fixPackage && version ? [{ package: fixPackage, version }] : []
      }),
    foundDependency: {
      ecosystem: name(found?.['ecosystem'], 100),
      package: name(found?.['package']) ?? 'unknown',
      version: name(found?.['version'], 200) ?? '',
      transitivity: word(found?.['transitivity'], ['direct', 'transitive', 'unknown']) ?? 'unknown',
      lockfileLineUrl: url(either(found, 'lockfile_line_url')),
    },
    isMalicious: flag(either(finding, 'is_malicious')),
    reachability: word(finding['reachability'], reachabilities) ?? 'unknown',
    reachableCondition: text(either(finding, 'reachable_condition'), 5_000),
    usage: usage && {
      location: answeredLocation(usage['location']),
      externalTicket: answeredTicket(either(usage, 'external_ticket')),
    },
    clickToFixPrs: answeredPullRequests(either(finding, 'click_to_fix_prs')),
  }
}
