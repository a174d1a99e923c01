import type { ReportedProduct, ReportedRule } from '../../report/report.ts'
import { categoryOf } from '../../values/categories.ts'
import {
  asName,
  asNames,
  asObject,
  asText,
  asUrl,
  asUrls,
  getEither,
  getIn,
  type JsonObject,
} from '../../values/json-values.ts'
import { confidenceOfWord, severityOfWord } from '../../values/severity.ts'
import { cweNames, languagesOfRule } from '../../values/weaknesses.ts'

/** The rule of a finding in the response. Source: docs/api.md#fields. */
export function readRule(finding: JsonObject, path: string, product: ReportedProduct): ReportedRule {
  const rule = asObject(finding['rule'])
  return {
    path,
    product,
    title: asName(getEither(rule, 'title')) ?? asName(getEither(finding, 'rule_title')),
    message: asText(getEither(rule, 'message')) ?? asText(getEither(finding, 'rule_message')),
    category: categoryOf(getEither(rule, 'category')) ?? categoryOf(asNames(finding['categories'])[0]),
    confidence: confidenceOfWord(getEither(rule, 'confidence')) ?? confidenceOfWord(finding['confidence']),
    severity: severityOfWord(getEither(rule, 'severity')) ?? severityOfWord(finding['severity']) ?? 'medium',
    subcategories: asNames(getEither(rule, 'subcategories')),
    cweNames: cweNames(getEither(rule, 'cwe_names')),
    owaspNames: asNames(getEither(rule, 'owasp_names')),
    vulnerabilityClasses: asNames(
      getEither(rule, 'vulnerability_classes') ?? getEither(rule, 'vulnerability_class'),
    ),
    technologies: asNames(getEither(rule, 'technologies')),
    languages: languagesIn(rule, path),
    rulesets: asNames(getEither(rule, 'rulesets')),
    url: asUrl(getEither(rule, 'url')),
    sourceKind: sourceKindOf(getEither(rule, 'source')),
    secretType: product === 'secret' ? asName(getEither(finding, 'type')) : null,
    hasValidators: getEither(rule, 'has_validators') === true,
    references: asUrls(getIn(rule, 'references')),
  }
}

function languagesIn(rule: JsonObject | null, path: string): string[] {
  const languages = asNames(getEither(rule, 'languages'))
  return languages.length > 0 ? languages : languagesOfRule(path)
}

function sourceKindOf(source: unknown): ReportedRule['sourceKind'] {
  return source === 'SOURCE_PRO' || source === 'SOURCE_COMMUNITY' || source === 'SOURCE_CUSTOM'
    ? source
    : null
}
