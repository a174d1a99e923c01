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

function titleOf(family: RuleFamily, sink: Sink, framework: Framework | null): string {
  if (sink.title) return framework ? `${sink.title} (${framework.name})` : sink.title
  const through = sink.library ? `${family.title}: ${sink.library}` : family.title
  return framework ? `${through} in ${framework.name}` : `${through} (${languages[place(sink, family)].name})`
}

function place(sink: Sink, family: RuleFamily): Language {
  return family.places.find((each) => each.sinks.includes(sink))?.language ?? 'javascript'
}

/** The message of a rule, in Markdown: the flaw, what it costs, the remedy. */
export function messageOf(family: RuleFamily): string {
  const text = `${family.flaw}\n\n**What it costs.** ${family.impact}\n\n**Remedy.** ${family.remedy}`
  return text.replaceAll('{field}', family.fields?.[0] ?? 'value').replaceAll('{entity}', 'record')
}
