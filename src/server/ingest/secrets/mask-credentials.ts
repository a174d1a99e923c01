import { ValueForms } from '#server/value-forms.ts'
import { saltedEvidence, saltedId } from '../findings/evidence.ts'
import type {
  ReportedCode,
  ReportedCodeFinding,
  ReportedLocation,
  ReportedRule,
  ReportedRun,
} from '../report/report.ts'
import { findsCredentials, saysHardCoded } from './credential-rules.ts'
import { maskProse, maskRuleText, type ProseContext, quotedIn, tellingValues } from './mask-prose.ts'
import { mask, maskSource } from './mask-source.ts'
import { createHasher } from './secret-parts.ts'
import { mapStrings } from './strings.ts'

/** Quoted texts that are collected of the messages of a rule. */
const maxShown = 1_000

/** A literal of a finding, which other findings of its file may show too. */
export interface ShownLiterals {
  path: string
  values: string[]
}

/**
 * Takes the literals and quoted texts out of the code findings of rules that look for hard-coded credentials, and out of
 * these rules. The findings stay code, with the rest of their lines.
 * @param more texts of rules, by path, that are not kept: their tags and help.
 * @returns the literals.
 * Source: docs/api.md#secrets.
 */
export function maskCredentials(
  run: ReportedRun,
  salt: string,
  more: ReadonlyMap<string, readonly string[]>,
): ShownLiterals[] {
  const rules = new Set(
    run.rules.filter((rule) => isCredentialRule(rule, run.source.tool, more)).map(({ path }) => path),
  )
  const salted = createHasher(salt)
  const shown = new Map<string, Set<string>>()
  const literals: ShownLiterals[] = []
  for (const [index, finding] of run.findings.entries()) {
    if (finding.kind !== 'code') continue
    const { rulePath, message } = finding
    if (!rules.has(rulePath) && (message === null || !saysHardCoded(message))) continue
    const quoted = shown.get(rulePath) ?? new Set()
    shown.set(rulePath, quoted)
    if (message !== null && quoted.size < maxShown) for (const each of quotedIn(message)) quoted.add(each)
    const masked = maskFinding(finding)
    literals.push({ path: finding.location?.filePath ?? '', values: masked.values })
    run.findings[index] = {
      ...masked.finding,
      evidence: saltedEvidence(finding.evidence, salted),
      matchBasedId: saltedId(masked.finding.matchBasedId, salted),
      syntacticId: saltedId(masked.finding.syntacticId, salted),
    }
  }
  for (const [index, rule] of run.rules.entries()) {
    const quoted = shown.get(rule.path)
    if (quoted !== undefined || rules.has(rule.path)) run.rules[index] = maskRule(rule, quoted ?? new Set())
  }
  return literals
}

function isCredentialRule(
  rule: ReportedRule,
  tool: string,
  more: ReadonlyMap<string, readonly string[]>,
): boolean {
  if (rule.product === 'supplyChain') return false
  const { title, message, category, subcategories, vulnerabilityClasses } = rule
  const texts = [
    title,
    message,
    category,
    ...subcategories,
    ...vulnerabilityClasses,
    ...(more.get(rule.path) ?? []),
  ]
  return findsCredentials({ tool, id: rule.path, weaknesses: rule.cweNames, texts })
}

/** A finding without its literals and quoted texts. What has no literal loses its source, and says so. */
export function maskFinding(finding: ReportedCodeFinding): {
  finding: ReportedCodeFinding
  values: string[]
} {
  const path = finding.location?.filePath ?? ''
  const code = finding.code && maskSource(finding.code.lines.join('\n'), path)
  const flow = finding.dataFlow?.map(({ code, location }) =>
    code === null ? null : maskSource(code, location.filePath),
  )
  const fix = finding.fix && {
    before: maskSource(finding.fix.before, path),
    after: maskSource(finding.fix.after, path),
  }
  const isFound =
    (code && finding.code && isOnReportedLines(code.lines, finding.code, finding.location)) ||
    flow?.some((each) => each !== null && each.lines.size > 0)
  const literals = [code, ...(flow ?? []), fix?.before].flatMap((each) => each?.literals ?? [])
  const values = tellingValues(new Set(literals))
  const context = { values: new ValueForms(values), isKnown: knownOf(path, finding.rulePath) }
  const texts = maskTexts(finding, context)
  const hasSource = finding.code !== null || finding.fix !== null || flow?.some((each) => each !== null)
  if (!isFound) {
    const isWithheld = finding.sourceWithheld || hasSource === true || texts.message !== finding.message
    const dataFlow = finding.dataFlow?.map((step) => ({ ...step, code: null })) ?? null
    return { finding: { ...texts, code: null, dataFlow, fix: null, sourceWithheld: isWithheld }, values }
  }
  return {
    values,
    finding: {
      ...texts,
      code: code && finding.code && { ...finding.code, lines: code.text.split('\n') },
      dataFlow:
        finding.dataFlow?.map((step, index) => ({ ...step, code: flow?.[index]?.text ?? null })) ?? null,
      fix: finding.fix && fix && { ...finding.fix, before: fix.before.text, after: fix.after.text },
    },
  }
}

/** Whether a literal stands on the lines that the finding is about. */
function isOnReportedLines(
  lines: ReadonlySet<number>,
  { startLine, lines: rows }: ReportedCode,
  location: ReportedLocation | null,
): boolean {
  const first = (location?.line ?? startLine) - startLine
  if (location?.line == null || first < 0 || first >= rows.length) return lines.size > 0
  const last = Math.max(first, (location.endLine ?? location.line) - startLine)
  return [...lines].some((line) => line >= first && line <= last)
}

/** Fields with our own values and hashes, paths, and source that is masked as such. */
const keptKeys = new Set(
  'kind severity confidence evidence rulePath filePath resource given code dataFlow fix verdict level'.split(
    ' ',
  ),
)

/** The texts of a finding: sentences lose what they quote, all others the literals. */
function maskTexts(finding: ReportedCodeFinding, context: ProseContext): ReportedCodeFinding {
  const { values } = context
  const { message, assistant, given, clickToFixFailures } = finding
  const prose = (text: string) => maskProse(text, context)
  const others = mapStrings(
    { ...finding, assistant: null, message: null, references: [] },
    keptKeys,
    (all) => values.isIn(all),
    (text) => values.remove(text, mask),
  )
  const fixCode = assistant?.autofix?.fixCode
  const said = assistant && mapStrings(assistant, keptKeys, () => true, prose)
  return {
    ...others,
    message: message === null ? null : prose(message),
    references: finding.references.filter((each) => !values.isIn(each)),
    clickToFixFailures: clickToFixFailures.map((each) => ({
      ...each,
      reason: each.reason && prose(each.reason),
    })),
    given: given && {
      ...given,
      triageComment: given.triageComment && values.remove(given.triageComment, mask),
    },
    assistant:
      said?.autofix && fixCode != null
        ? {
            ...said,
            autofix: { ...said.autofix, fixCode: maskSource(fixCode, finding.location?.filePath ?? '').text },
          }
        : said,
  }
}

/** A rule without what the messages of its findings quote. */
export function maskRule(rule: ReportedRule, shown: ReadonlySet<string>): ReportedRule {
  const context = { values: new ValueForms([]), isKnown: knownOf('', rule.path) }
  const clean = (text: string | null) => (text === null ? null : maskRuleText(text, shown, context))
  return { ...rule, title: clean(rule.title), message: clean(rule.message) }
}

/** Whether a word is a path or the name of its file, or that of the rule. */
function knownOf(path: string, rule: string): (word: string) => boolean {
  const words = [path, path.split('/').at(-1) ?? '', rule, rule.split(/[./:]/).at(-1) ?? ''].map((each) =>
    each.toLowerCase(),
  )
  const known = new Set(words.filter((each) => each.length > 3 && /[./_\d-]/.test(each)))
  return (word) => known.has(word.toLowerCase())
}
