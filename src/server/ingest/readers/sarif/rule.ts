import { categoryOf } from '../../categories.ts'
import type { Confidence, ReportedProduct, ReportedRule, Severity } from '../../report.ts'
import { confidenceOfWord, severityOfScore, severityOfWord } from '../../severity.ts'
import { at, flag, name, names, object, objects, text, url, urls } from '../../values.ts'
import { cweNames, cweOf, languagesOfRule, owaspOf } from '../../weaknesses.ts'
import { type SarifAdvisory, sarifAdvisory } from './advisory.ts'

/** A reporting descriptor, reduced to what findings and rules need. */
export type SarifRule = {
  id: string
  guid: string | null
  /** For programs rather than people, such as `OsPackageVulnerability`. */
  name: string | null
  tags: string[]
  title: string | null
  message: string | null
  messageStrings: ReadonlyMap<string, string>
  enabled: boolean
  level: Severity | null
  score: Severity | null
  confidence: Confidence | null
  category: string | null
  subcategories: string[]
  /** With the titles the rule brings itself; those of a taxonomy are added when the run is complete. */
  cweNames: string[]
  owaspNames: string[]
  technologies: string[]
  helpUri: string | null
  /** The help address among them. */
  references: string[]
  /** What it says of a vulnerability, where it stands for one. */
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

/** Reads an element of `rules`; null where it has no id. Source: SARIF 2.1.0, 3.49. */
export function sarifRule(descriptor: unknown): SarifRule | null {
  const id = name(at(descriptor, 'id'))
  if (id === null) return null
  const properties = at(descriptor, 'properties')
  const tags = names(at(properties, 'tags'))
  const found = categories.find(([shape]) => tags.some((tag) => shape.test(tag)))
  const category = categoryOf(at(properties, 'category')) ?? found?.[1] ?? null
  const messages = Object.entries(object(at(descriptor, 'messageStrings')) ?? {}).flatMap(
    ([key, each]): [string, string][] => {
      const said = text(at(each, 'text'))
      return said === null ? [] : [[key, said]]
    },
  )
  return {
    id,
    guid: name(at(descriptor, 'guid')),
    name: name(at(descriptor, 'name')),
    tags,
    title: titleOf(descriptor, id),
    message:
      text(at(descriptor, 'fullDescription', 'text')) ??
      text(at(descriptor, 'shortDescription', 'text')) ??
      text(at(descriptor, 'help', 'text')),
    messageStrings: new Map(messages),
    enabled: flag(at(descriptor, 'defaultConfiguration', 'enabled')) ?? true,
    level: severityOfWord(at(descriptor, 'defaultConfiguration', 'level')),
    score: severityOfScore(at(properties, 'security-severity')),
    confidence:
      confidenceOfWord(at(properties, 'precision')) ??
      confidenceOfWord(at(properties, 'confidence')) ??
      tagged(tags),
    category,
    subcategories: tags.filter((tag) => isSubcategory(tag, category)),
    cweNames: cweNames([
      ...names(at(properties, 'cwe')),
      ...tags.flatMap((tag) => cweOf(tag) ?? []),
      ...relatedWeaknesses(at(descriptor, 'relationships')),
    ]),
    owaspNames: [
      ...new Set([...names(at(properties, 'owasp')), ...tags.flatMap((tag) => owaspOf(tag) ?? [])]),
    ],
    technologies: names(at(properties, 'technology')),
    helpUri: url(at(descriptor, 'helpUri')),
    references: [...new Set([...urls(at(properties, 'references')), ...urls(at(descriptor, 'helpUri'))])],
    advisory: sarifAdvisory(descriptor, id, tags),
  }
}

/** CWE ids that a list of relationships or taxa points to. */
export function relatedWeaknesses(references: unknown): string[] {
  return objects(references).flatMap((each) => {
    const target = object(each['target']) ?? each
    const id = name(target['id'])
    if (id === null || !/cwe/i.test(`${name(at(target, 'toolComponent', 'name'))} ${id}`)) return []
    return cweNames(id.replace(/^cwe-?/i, ''))
  })
}

/** A short name in words: one line of at most 200 characters that is not the id again. */
function titleOf(descriptor: unknown, id: string): string | null {
  const given = [
    at(descriptor, 'shortDescription', 'text'),
    at(descriptor, 'properties', 'name'),
    at(descriptor, 'name'),
  ]
  for (const each of given) {
    const title = typeof each === 'string' && /\n./.test(each) ? null : name(each)
    if (title !== null && title.length <= 200 && !title.endsWith(id) && /\s/.test(title)) return title
  }
  return null
}

function tagged(tags: readonly string[]): Confidence | null {
  return confidenceOfWord(tags.flatMap((tag) => /^(\S+) confidence$/i.exec(tag)?.[1] ?? [])[0])
}

function isSubcategory(tag: string, category: string | null): boolean {
  if (cweOf(tag) !== null || owaspOf(tag) !== null || tag.startsWith('external/')) return false
  if (/ confidence$/i.test(tag) || /^(?:cwe|owasp)$/i.test(tag)) return false
  return categoryOf(tag) !== category
}

/** The rule as the report gives it. `titles` are CWE titles by number. */
export function reportedRule(
  rule: SarifRule,
  product: ReportedProduct,
  titles: ReadonlyMap<string, string>,
): ReportedRule {
  return {
    path: rule.id,
    product,
    title: rule.title,
    message: rule.message,
    category: rule.category,
    confidence: rule.confidence,
    severity: rule.score ?? rule.level ?? 'medium',
    subcategories: rule.subcategories,
    cweNames: rule.cweNames.map((each) => titled(each, titles)),
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

/** `CWE-79` with its title where the file brought it. */
export function titled(cwe: string, titles: ReadonlyMap<string, string>): string {
  const title = titles.get(cwe.replace('CWE-', ''))
  return title === undefined ? cwe : `${cwe}: ${title}`
}
