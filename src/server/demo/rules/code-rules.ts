import { families } from './families.ts'
import type { RuleFamily, Severity, Sink, Variant } from './family.ts'
import { type Framework, frameworks } from './frameworks.ts'
import { type Language, languages } from './languages.ts'
import { ruleMessage } from './message.ts'
import { cweLabel, owaspLabels } from './standards.ts'

/** One rule for code: a family's flaw in one library, reached from one framework where it needs a request. */
export interface CodeRule {
  path: string
  title: string
  message: string
  severity: Severity
  family: RuleFamily
  variant: Variant
  sink: Sink
  language: Language
  framework: Framework | null
  languages: string[]
  technologies: string[]
  cweNames: string[]
  owaspNames: string[]
}

/** All rules that the families, their libraries and frameworks make, family by family. */
export function* codeRules(): Generator<CodeRule> {
  for (const family of families) {
    for (const variant of family.variants) {
      for (const sink of variant.sinks) {
        if (!variant.frameworks) yield codeRule(family, variant, sink, null)
        for (const framework of variant.frameworks ?? []) {
          // A library that is a framework itself is not met in another one.
          const isForeign = frameworks.has(sink.technology ?? '') && sink.technology !== framework.key
          if (!isForeign) yield codeRule(family, variant, sink, framework)
        }
      }
    }
  }
}

function codeRule(family: RuleFamily, variant: Variant, sink: Sink, framework: Framework | null): CodeRule {
  const language = framework?.language ?? variant.language
  const name = sink.slug ? `${family.key}-${sink.slug}` : family.key
  const area = framework?.key ?? (sink.technology === sink.slug ? undefined : sink.technology)
  return {
    path: [language, area, family.category ?? 'security', name].filter(Boolean).join('.'),
    title: titleOf(family, sink, framework),
    message: messageOf(family),
    severity: sink.severity ?? family.severity,
    family,
    variant,
    sink,
    language,
    framework,
    languages:
      language === 'javascript' || language === 'typescript' ? ['javascript', 'typescript'] : [language],
    technologies: [...new Set([framework?.key, sink.technology].filter((key) => key !== undefined))],
    cweNames: [cweLabel(family.cwe)],
    owaspNames: owaspLabels(family.owasp),
  }
}

/** Languages that a title begins with, as rule registries have it: `GitHub Actions: script injection in run step`. */
const namedFirst: ReadonlySet<Language> = new Set([
  'bash',
  'dockerfile',
  'github-actions',
  'html',
  'kubernetes',
  'terraform',
])

function titleOf(family: RuleFamily, sink: Sink, framework: Framework | null): string {
  const language = languageOf(sink, family)
  const { name } = languages[language]
  if (namedFirst.has(language)) {
    const title = sink.title ?? (sink.library ? `${family.title} (${sink.library})` : family.title)
    const isName = /^(?:Azure|Cloud SQL|Lambda)\b|^[A-Z]{2}|^.[A-Z\d]/.test(title)
    return `${name}: ${isName ? title : title.charAt(0).toLowerCase() + title.slice(1)}`
  }
  const detail = framework?.name ?? name
  if (sink.title) return framework ? `${sink.title} (${detail})` : sink.title
  const title = sink.library ? `${family.title}: ${sink.library}` : family.title
  if (sink.library === detail) return title
  return framework ? `${title} in ${detail}` : `${title} (${detail})`
}

function languageOf(sink: Sink, family: RuleFamily): Language {
  return family.variants.find(({ sinks }) => sinks.includes(sink))?.language ?? 'javascript'
}

/** Returns the message of the rules of a family, in Markdown. */
export function messageOf(family: RuleFamily): string {
  return ruleMessage(family)
    .replaceAll('{field}', family.fields?.[0] ?? 'value')
    .replaceAll('{entity}', 'record')
}
