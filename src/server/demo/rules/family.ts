import type { confidences, severities } from '#server/db/codes.ts'
import type { Cwe, OwaspTopic } from './standards.ts'

export type Severity = (typeof severities)[number]
export type Confidence = (typeof confidences)[number]

export const languages = {
  javascript: { name: 'JavaScript', extension: 'js', indent: '  ' },
  typescript: { name: 'TypeScript', extension: 'ts', indent: '  ' },
  python: { name: 'Python', extension: 'py', indent: '    ' },
  java: { name: 'Java', extension: 'java', indent: '    ' },
  kotlin: { name: 'Kotlin', extension: 'kt', indent: '    ' },
  go: { name: 'Go', extension: 'go', indent: '\t' },
  ruby: { name: 'Ruby', extension: 'rb', indent: '  ' },
  php: { name: 'PHP', extension: 'php', indent: '    ' },
  csharp: { name: 'C#', extension: 'cs', indent: '    ' },
  c: { name: 'C', extension: 'c', indent: '    ' },
  cpp: { name: 'C++', extension: 'cpp', indent: '    ' },
  rust: { name: 'Rust', extension: 'rs', indent: '    ' },
  swift: { name: 'Swift', extension: 'swift', indent: '    ' },
  terraform: { name: 'Terraform', extension: 'tf', indent: '  ' },
  dockerfile: { name: 'Dockerfile', extension: 'Dockerfile', indent: '    ' },
  'github-actions': { name: 'GitHub Actions', extension: 'yml', indent: '  ' },
  kubernetes: { name: 'Kubernetes', extension: 'yaml', indent: '  ' },
  html: { name: 'HTML', extension: 'html', indent: '  ' },
  bash: { name: 'Bash', extension: 'sh', indent: '  ' },
} as const

export type Language = keyof typeof languages

export type ComponentTag =
  | 'user authentication'
  | 'user data'
  | 'payments'
  | 'infrastructure'
  | 'cryptography'
  | 'observability'
  | 'sample code'
  | 'tests'

/**
 * One flaw as it shows in one library. Code lines hold slots in braces ({field}, {entity}, {table}, …), the match
 * between « and », places that the data passes on its way between ‹ and › (the first is the source).
 */
export interface Sink {
  /** Last part of the rule's path after the family's key; none where the family has a single form there. */
  slug?: string
  /** The library as people write it. */
  library?: string
  /** Only projects that use this library or tool report the flaw. */
  technology?: string
  /** Title of the rule where the family's own, with library and framework added, would read badly. */
  title?: string
  severity?: Severity
  /** Lines before the flaw, kept by the fix. */
  setup?: readonly string[]
  /** The lines with the flaw, which the fix replaces. */
  flaw: readonly string[] | ((framework: Framework) => readonly string[])
  fix?: readonly string[] | ((framework: Framework) => readonly string[])
  /** Lines after the flaw, kept by the fix. */
  rest?: readonly string[]
}

/** How a web framework receives a request. The line `{body}` of the handler takes the flaw's lines. */
export interface Framework {
  key: string
  name: string
  language: Language
  handler: readonly string[]
  html(expression: string): string
  redirect(expression: string): string
  header(name: string, expression: string): string
}

export interface Place {
  language: Language
  /** Keys of frameworks whose requests reach the sinks; none where the flaw needs no request. */
  frameworks?: readonly string[]
  /** File path with slots, where the usual one of the language does not fit. */
  paths?: readonly string[]
  sinks: readonly Sink[]
}

export interface RuleFamily {
  key: string
  title: string
  cwe: Cwe
  owasp: OwaspTopic
  severity: Severity
  confidence: Confidence
  /** The rule's category; security where not said. */
  category?: 'correctness' | 'best-practice' | 'performance' | 'maintainability' | 'portability'
  kind: 'vuln' | 'audit' | 'secure default'
  vulnerabilityClass: string
  /** What is wrong, in Markdown. */
  flaw: string
  /** What to do instead, in Markdown. */
  remedy: string
  /** What an attacker gains, one sentence. */
  impact: string
  /** The work to be done, step by step. */
  steps: readonly string[]
  /** Why an assistant holds it for real, and why for harmless. */
  real: string
  harmless: string
  component: { tag: ComponentTag; risk: 'low' | 'neutral' | 'high' }
  /** Names that the tainted value has, in camel case. */
  fields?: readonly string[]
  places: readonly Place[]
}
