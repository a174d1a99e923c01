import { families } from './families.ts'
import type { Framework, Place, RuleFamily, Severity, Sink } from './family.ts'
import { type Language, languages } from './family.ts'
import { frameworkOf, frameworks } from './frameworks.ts'
import { cweLabel, owaspLabels } from './standards.ts'

/** One rule for code: a family's flaw in one library, reached from one framework where it needs a request. */
export interface CodeRule {
  path: string
  title: string
  message: string
  severity: Severity
  family: RuleFamily
  place: Place
  sink: Sink
  language: Language
  framework: Framework | null
  languages: string[]
  technologies: string[]
  cweNames: string[]
  owaspNames: string[]
}

/** A library that is a framework itself is not met in another one. */
const frameworkKeys = new Set(frameworks.map((framework) => framework.key))

/** All rules that the families, their libraries and frameworks make, family by family. */
export function* codeRules(): Generator<CodeRule> {
  for (const family of families) {
    for (const place of family.places) {
      for (const sink of place.sinks) {
        if (!place.frameworks) yield codeRule(family, place, sink, null)
        for (const key of place.frameworks ?? []) {
          const foreign = frameworkKeys.has(sink.technology ?? '') && sink.technology !== key
          if (!foreign) yield codeRule(family, place, sink, frameworkOf(key))
        }
      }
    }
  }
}

function codeRule(family: RuleFamily, place: Place, sink: Sink, framework: Framework | null): CodeRule {
  const language = framework?.language ?? place.language
  const name = sink.slug ? `${family.key}-${sink.slug}` : family.key
  const area = framework?.key ?? (sink.technology === sink.slug ? undefined : sink.technology)
  return {
    path: [language, area, family.category ?? 'security', name].filter(Boolean).join('.'),
    title: titleOf(family, sink, framework),
    message: messageOf(family),
    severity: sink.severity ?? family.severity,
    family,
    place,
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
  return family.places.find(({ sinks }) => sinks.includes(sink))?.language ?? 'javascript'
}

/** The message of a rule, in Markdown: the problem, its impact, the fix. */
export function messageOf(family: RuleFamily): string {
  const text = `${family.flaw}\n\n**Impact:** ${family.impact}\n\n**Fix:** ${family.remedy}`
  return text.replaceAll('{field}', family.fields?.[0] ?? 'value').replaceAll('{entity}', 'record')
}
