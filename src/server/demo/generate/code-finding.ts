import { componentRisks, toCode, verdicts } from '#server/db/codes.ts'
import type { FindingDocument } from '#server/db/documents.ts'
import { development } from '../organisation/texts.ts'
import type { CodeRule } from '../rules/code-rules.ts'
import { messageOf } from '../rules/code-rules.ts'
import { languages } from '../rules/languages.ts'
import { fill, type Names } from '../rules/slots.ts'
import { renderSnippet, type Snippet } from '../rules/snippet.ts'
import { type Content, noColumns, type ProjectContext, takeLines } from './content.ts'
import type { BookRule } from './rule-writer.ts'

/** A finding in code: a rule's template filled in with the project's names. */
export function codeFinding(rule: BookRule, template: CodeRule, context: ProjectContext): Content {
  const { random, plan } = context
  const { family } = template
  const names: Names = {
    entity: random.pick(plan.nouns),
    field: random.pick(family.fields ?? ['value', 'input', 'name']),
    package: context.package,
    pipeline: random.pick(development.pipelines),
    verb: random.pick(development.verbs),
  }
  const snippet = renderSnippet(template, names)
  const spot = random.fraction()
  const usual = fill(
    random.pick(template.variant.paths ?? languages[template.language].paths),
    names,
    template.language,
  )
  const path = spot < 0.04 ? `test/${usual}` : spot < 0.055 ? `examples/${usual}` : usual
  const tag = spot < 0.04 ? 'tests' : spot < 0.055 ? 'sample code' : family.component.tag
  const risk = spot < 0.055 ? 'low' : family.component.risk
  const atTop = /^(FROM|on:|name:|<!|<head>)/.test(snippet.lines[0] ?? '')
  const startLine = takeLines(context, path, snippet.lines.length, atTop)
  const located = random.chance(0.985)
  const assistant = assistantOf(template, names, snippet, { tag, risk }, context)
  const document: FindingDocument = {}
  if (/\{(field|entity)\}/.test(family.description))
    document.rule_message = fill(messageOf(family), names, template.language)
  else if (random.chance(0.03)) document.rule_message = null
  if (assistant) document.assistant = assistant
  const verdict = assistant?.autotriage?.verdict
  return {
    rule,
    path: located ? path : null,
    startLine,
    match: located && random.chance(0.985) ? snippet.match : null,
    key: snippet.match.text,
    matched: snippet.match.text,
    columns: {
      ...noColumns,
      verdict: verdict
        ? toCode(verdicts, verdict === 'false_positive' ? 'false_positive' : 'true_positive')
        : null,
      component_tag: assistant?.component ? tag : null,
      resource: resourceIn(snippet.lines.slice(0, snippet.match.line + 1)),
      component_risk: assistant?.component ? toCode(componentRisks, risk) : null,
      fix_available: snippet.fix && located ? 1 : 0,
    },
    document,
    detail: (start) => ({
      code: located ? { startLine: start, lines: snippet.lines } : null,
      dataFlow: located && snippet.flow.length > 0 ? flowOf(snippet, path, start) : null,
      fix:
        located && snippet.fix
          ? { startLine: start + snippet.fix.line, before: snippet.fix.before, after: snippet.fix.after }
          : null,
      references: [
        `https://cwe.mitre.org/data/definitions/${family.cwe}.html`,
        'https://owasp.org/www-project-top-ten/',
      ],
    }),
  }
}

/** The Terraform resource that the last of these lines belongs to, as a scanner of infrastructure names it. */
function resourceIn(lines: readonly string[]): string | null {
  const heads = lines.flatMap(
    (line) => /^resource "([\w-]+)" "([\w-]+)"/.exec(line)?.slice(1).join('.') ?? [],
  )
  return heads.at(-1) ?? null
}

function flowOf(snippet: Snippet, path: string, start: number) {
  const steps = snippet.flow.map((span, position) => ({
    kind: position === 0 ? ('source' as const) : ('step' as const),
    span,
  }))
  return [...steps, { kind: 'sink' as const, span: snippet.match }].map(({ kind, span }) => ({
    kind,
    location: {
      filePath: path,
      line: start + span.line,
      column: span.column,
      endLine: start + span.endLine,
      endColumn: span.endColumn,
    },
    code: snippet.lines[span.line]?.trim() ?? null,
  }))
}

/** Text as inline code of CommonMark, whatever backticks are in it. Source: CommonMark 0.31, "Code spans". */
function inlineCode(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  const space = longest > 0 ? ' ' : ''
  return `${fence}${space}${text.trim()}${space}${fence}`
}

/** What the assistant says of the finding; each part is missing here and there. */
function assistantOf(
  template: CodeRule,
  names: Names,
  snippet: Snippet,
  component: { tag: string; risk: string },
  { random }: ProjectContext,
): FindingDocument['assistant'] {
  const { family, language } = template
  if (random.chance(0.27)) return undefined
  const filled = (text: string) => fill(text, names, language)
  const assistant: NonNullable<FindingDocument['assistant']> = {}
  if (snippet.fix && random.chance(0.7)) {
    assistant.autofix = {
      explanation: random.chance(0.1)
        ? null
        : `${filled(family.remediation)} The change below does this for ${inlineCode(snippet.match.text.split('\n')[0] ?? '')}.`,
      fix_code: snippet.fix.after,
    }
  }
  if (random.chance(0.62)) {
    const real = random.chance(0.66)
    assistant.autotriage = {
      verdict: real ? 'true_positive' : 'false_positive',
      reason: filled(real ? family.truePositive : family.falsePositive),
    }
  }
  if (random.chance(0.85)) assistant.component = component
  if (random.chance(0.55)) {
    assistant.guidance = {
      summary: filled(family.remediation),
      instructions: random.chance(0.1)
        ? null
        : family.instructions.map((step, position) => `${position + 1}. ${filled(step)}`).join('\n'),
    }
  }
  if (random.chance(0.6))
    assistant.rule_explanation = {
      summary: filled(family.impact),
      explanation: `${filled(family.description)} ${filled(family.impact)}`,
    }
  return assistant
}
