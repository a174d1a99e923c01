import { categoryOf } from '../../categories.ts'
import type { ReportedProduct, ReportedRule } from '../../report.ts'
import { confidenceOfWord, severityOfWord } from '../../severity.ts'
import { at, either, type JsonObject, name, names, object, text, url, urls } from '../../values.ts'
import { cweNames, languagesOfRule } from '../../weaknesses.ts'

/** The rule as a finding of the answer tells it. Source: docs/api.md#fields. */
export function answeredRule(finding: JsonObject, path: string, product: ReportedProduct): ReportedRule {
  const rule = object(finding['rule'])
  return {
    path,
    product,
    title: name(either(rule, 'title')) ?? name(either(finding, 'rule_title')),
    message: text(either(rule, 'message')) ?? text(either(finding, 'rule_message')),
    category: categoryOf(either(rule, 'category')) ?? categoryOf(names(finding['categories'])[0]),
    confidence: confidenceOfWord(either(rule, 'confidence')) ?? confidenceOfWord(finding['confidence']),
    severity: severityOfWord(either(rule, 'severity')) ?? severityOfWord(finding['severity']) ?? 'medium',
    subcategories: names(either(rule, 'subcategories')),
    cweNames: cweNames(either(rule, 'cwe_names')),
    owaspNames: names(either(rule, 'owasp_names')),
    vulnerabilityClasses: names(either(rule, 'vulnerability_classes') ?? either(rule, 'vulnerability_class')),
    technologies: names(either(rule, 'technologies')),
    languages: languagesIn(rule, path),
    rulesets: names(either(rule, 'rulesets')),
    url: url(either(rule, 'url')),
    sourceKind: sourceKindOf(either(rule, 'source')),
    secretType: product === 'secret' ? name(either(finding, 'type')) : null,
    hasValidators: either(rule, 'has_validators') === true,
    references: urls(at(rule, 'references')),
  }
}

function languagesIn(rule: JsonObject | null, path: string): string[] {
  const given = names(either(rule, 'languages'))
  return given.length > 0 ? given : languagesOfRule(path)
}

function sourceKindOf(source: unknown): ReportedRule['sourceKind'] {
  return source === 'SOURCE_PRO' || source === 'SOURCE_COMMUNITY' || source === 'SOURCE_CUSTOM'
    ? source
    : null
}
