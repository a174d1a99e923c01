import type { Confidence, ReportedProduct, ReportedRule, Severity } from '../../report/report.ts'
import { categoryOf } from '../../values/categories.ts'
import { asBoolean, asName, asNames, asText, asUrl, asUrls, bounds, getIn } from '../../values/json-values.ts'
import {
  confidenceOfWord,
  type SecuritySeverity,
  securitySeverity,
  severityOfWord,
} from '../../values/severity.ts'
import { cweNames, cwesInProperties, cwesOf, languagesOfRule, owaspOf } from '../../values/weaknesses.ts'
import { type SarifAdvisory, sarifAdvisory } from './packages/advisory.ts'
import { messageStringsOf, type SarifMessage, shownMessage } from './texts.ts'

/** A reporting descriptor, reduced to the fields that findings and rules need. */
export type SarifRule = {
  id: string
  guid: string | null
  /** A name for programs rather than people, such as `OsPackageVulnerability`. */
  name: string | null
  tags: string[]
  title: string | null
  message: SarifMessage | null
  /** Its explanation, in Markdown. */
  help: string | null
  messageStrings: ReadonlyMap<string, string>
  /** All its texts, also those that no field is made of: they say what it looks for. */
  words: string[]
  enabled: boolean
  level: Severity | null
  score: SecuritySeverity | null
  confidence: Confidence | null
  category: string | null
  subcategories: string[]
  /** With the titles from the rule itself; those of a taxonomy are added when the run is complete. */
  cweNames: string[]
  /** Those under other keys of its properties, which do not decide what kind of a finding it is. */
  otherCwes: readonly string[]
  /** Relations to taxa, which are resolved when the run is complete. */
  relationships: unknown
  owaspNames: string[]
  technologies: string[]
  helpUri: string | null
  /** Includes the help URL. */
  references: string[]
  /** The vulnerability data, if the rule represents a vulnerability. */
  advisory: SarifAdvisory | null
}

const categories: readonly [RegExp, string][] = [
  [/^security$/i, 'security'],
  [/^(?:correctness|reliability)$/i, 'correctness'],
  [/^(?:performance|efficiency)$/i, 'performance'],
  [/^maintainability$/i, 'maintainability'],
  [/^portability$/i, 'portability'],
  [/^best-?practices?$/i, 'best-practice'],
]

/** Reads an element of `rules`; null without an id. Source: SARIF 2.1.0, 3.49. */
export function sarifRule(descriptor: unknown, run: { isSarif: boolean }): SarifRule | null {
  const id = asName(getIn(descriptor, 'id'))
  if (id === null) return null
  const properties = getIn(descriptor, 'properties')
  const tags = asNames(getIn(properties, 'tags'))
  const matchedCategory = categories.find(([shape]) => tags.some((tag) => shape.test(tag)))
  const category = categoryOf(getIn(properties, 'category')) ?? matchedCategory?.[1] ?? null
  const messageStrings = messageStringsOf(getIn(descriptor, 'messageStrings'))
  const message =
    asText(getIn(descriptor, 'fullDescription', 'text')) ??
    asText(getIn(descriptor, 'shortDescription', 'text')) ??
    asText(getIn(descriptor, 'help', 'text'))
  return {
    id,
    guid: asName(getIn(descriptor, 'guid')),
    name: asName(getIn(descriptor, 'name')),
    tags,
    title: titleOf(descriptor, id, run),
    message: message === null ? null : shownMessage(message, run),
    help: helpOf(descriptor, message),
    messageStrings,
    words: wordsOf(descriptor, tags, messageStrings),
    enabled: asBoolean(getIn(descriptor, 'defaultConfiguration', 'enabled')) ?? true,
    level: severityOfWord(getIn(descriptor, 'defaultConfiguration', 'level')),
    score: securitySeverity(properties),
    confidence:
      confidenceOfWord(getIn(properties, 'precision')) ??
      confidenceOfWord(getIn(properties, 'confidence')) ??
      confidenceOfTags(tags),
    category,
    subcategories: tags.filter((tag) => isSubcategory(tag, category)),
    cweNames: cweNames([...asNames(getIn(properties, 'cwe')), ...tags.flatMap(cwesOf)]),
    otherCwes: cwesInProperties(properties),
    relationships: getIn(descriptor, 'relationships'),
    owaspNames: [
      ...new Set([...asNames(getIn(properties, 'owasp')), ...tags.flatMap((tag) => owaspOf(tag) ?? [])]),
    ],
    technologies: asNames(getIn(properties, 'technology')),
    helpUri: asUrl(getIn(descriptor, 'helpUri')),
    references: [
      ...new Set([...asUrls(getIn(properties, 'references')), ...asUrls(getIn(descriptor, 'helpUri'))]),
    ],
    advisory: sarifAdvisory(descriptor, id, tags),
  }
}

/** The explanation of a rule; null if its message says as much. Plain text is Markdown as well. */
function helpOf(descriptor: unknown, message: string | null): string | null {
  const help =
    asText(getIn(descriptor, 'help', 'markdown'), bounds.code) ??
    asText(getIn(descriptor, 'help', 'text'), bounds.code)
  return help === null || message?.trim() === help.trim() ? null : help
}

function wordsOf(
  descriptor: unknown,
  tags: readonly string[],
  messageStrings: ReadonlyMap<string, string>,
): string[] {
  const texts = [
    getIn(descriptor, 'name'),
    getIn(descriptor, 'properties', 'name'),
    getIn(descriptor, 'shortDescription', 'text'),
    getIn(descriptor, 'fullDescription', 'text'),
    getIn(descriptor, 'help', 'text'),
    getIn(descriptor, 'help', 'markdown'),
  ]
  return [...texts.filter((each) => typeof each === 'string'), ...tags, ...messageStrings.values()]
}

/** A short readable name: one line of at most 200 characters that differs from the id. */
function titleOf(descriptor: unknown, id: string, run: { isSarif: boolean }): string | null {
  const short = asText(getIn(descriptor, 'shortDescription', 'text'))
  const titles = [
    short === null ? null : shownMessage(short, run, { isPlain: true }).shown,
    getIn(descriptor, 'properties', 'name'),
    getIn(descriptor, 'name'),
  ]
  for (const each of titles) {
    const title = typeof each === 'string' && /\n./.test(each) ? null : asName(each)
    if (title !== null && title.length <= 200 && !title.endsWith(id) && /\s/.test(title)) return title
  }
  return null
}

function confidenceOfTags(tags: readonly string[]): Confidence | null {
  return confidenceOfWord(tags.flatMap((tag) => /^(\S+) confidence$/i.exec(tag)?.[1] ?? [])[0])
}

function isSubcategory(tag: string, category: string | null): boolean {
  if (cwesOf(tag).length > 0 || owaspOf(tag) !== null || tag.startsWith('external/')) return false
  if (/ confidence$/i.test(tag) || /^(?:cwe|owasp)$/i.test(tag)) return false
  return categoryOf(tag) !== category
}

/** Converts the rule for the report. `titles` are CWE titles by number. */
export function toReportedRule(
  rule: SarifRule,
  product: ReportedProduct,
  titles: ReadonlyMap<string, string>,
): ReportedRule {
  return {
    path: rule.id,
    product,
    title: rule.title,
    message: rule.message?.shown ?? null,
    help: rule.help,
    category: rule.category,
    confidence: rule.confidence,
    severity: rule.score?.severity ?? rule.level ?? 'medium',
    subcategories: rule.subcategories,
    cweNames: [...new Set([...rule.cweNames, ...rule.otherCwes])].map((each) => titleCase(each, titles)),
    owaspNames: rule.owaspNames,
    vulnerabilityClasses: [],
    technologies: rule.technologies,
    languages: languagesOfRule(rule.id),
    rulesets: [],
    url: rule.helpUri,
    sourceKind: null,
    secretType: null,
    hasValidators: false,
    references: rule.references,
  }
}

/** `CWE-79` with its title if the file contains it. */
export function titleCase(cwe: string, titles: ReadonlyMap<string, string>): string {
  const title = titles.get(cwe.replace('CWE-', ''))
  return title === undefined ? cwe : `${cwe}: ${title}`
}
