import { ValueForms } from '#server/base/config/value-forms.ts'
import { findsCredentials, saysHardCoded } from '#server/base/credentials/credential-rules.ts'
import { saltedEvidence, saltedId } from '#server/base/credentials/digests.ts'
import { maskParts } from '#server/base/credentials/mask-parts.ts'
import {
  isAboutCredential,
  literalsIn,
  maskProse,
  maskRuleText,
  maskSaid,
  type ProseContext,
  proseContext,
  tellingValues,
} from '#server/base/credentials/mask-prose.ts'
import { mask, maskSource } from '#server/base/credentials/mask-source.ts'
import { isMade, isValueLike } from '#server/base/credentials/value-like.ts'
import type { ReportedCodeFinding, ReportedError, ReportedRule, ReportedRun } from '../report/report.ts'
import { createHasher } from './secret-parts.ts'
import { mapStrings } from './strings.ts'

/** Literals of which hashes are kept. */
const maxHashes = 10_000

/** Quoted texts that are collected of the messages of a rule. */
const maxShown = 1_000

/** What a finding or an error of the tool shows, which other texts of the run may show too. */
export interface ShownLiterals {
  path: string
  /** Literals of its source. */
  values: readonly string[]
  /** Those of the lines that it is about, and what its message quotes. */
  reported: readonly string[]
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
    const said = message === null ? [] : literalsIn(message)
    if (quoted.size < maxShown) for (const each of said) quoted.add(each)
    const masked = maskFinding(finding)
    // The masked message counts from now on: a digest of the one that was sent could be guessed.
    const { message: _sent, ...evidence } = finding.evidence
    const reported = [...masked.reported, ...tellingValues(said)]
    if (quoted.size < maxShown) for (const each of masked.reported) quoted.add(each)
    literals.push({ path: finding.location?.filePath ?? '', values: masked.values, reported })
    run.findings[index] = {
      ...masked.finding,
      evidence: saltedEvidence(evidence, salted),
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

/**
 * Takes what may be a credential out of the errors of a tool: out of those about hard-coded credentials all that is quoted,
 * out of others what is given to a credential.
 * @returns what stood in those about credentials.
 */
export function maskErrors(errors: ReportedError[], tool: string): ShownLiterals[] {
  const literals: ShownLiterals[] = []
  for (const error of errors) {
    const { message, rule, path } = error
    if (isAboutCredential(message, rule, tool))
      literals.push({ path: path ?? '', values: [], reported: tellingValues(literalsIn(message)) })
    error.message = maskSaid(message, rule, path ?? '', tool)
  }
  return literals
}

/** Hashes of the literals that look like values, by which they are found in what is sent beside a report. */
export function credentialHashes(
  literals: readonly ShownLiterals[],
  salted: (text: string) => string,
): string[] {
  const values = new Set(literals.flatMap(({ values: all, reported }) => [...all, ...reported]))
  const valueLike = [...values].filter((each) => isMade(each) || isValueLike(each, 6))
  return valueLike.slice(0, maxHashes).map(salted)
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
  reported: string[]
} {
  const { location, code, dataFlow, fix, rulePath } = finding
  const source = maskParts(
    { path: location?.filePath ?? '', line: location?.line ?? null, endLine: location?.endLine ?? null },
    { code, dataFlow, fix },
  )
  const context = proseContext(source.values, location?.filePath ?? '', rulePath)
  const texts = maskTexts(finding, context)
  const isWithheld =
    finding.sourceWithheld === true ||
    source.isWithheld ||
    (!source.isFound && texts.message !== finding.message)
  return {
    finding: { ...texts, ...source.parts, ...(isWithheld ? { sourceWithheld: true } : {}) },
    values: source.values,
    reported: source.reported,
  }
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
  const quoted = new ValueForms(tellingValues(message === null ? [] : literalsIn(message)), { asWords: true })
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
      triageComment: given.triageComment && quoted.remove(values.remove(given.triageComment, mask), mask),
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
  const context = proseContext([], '', rule.path)
  const clean = (text: string | null) => (text === null ? null : maskRuleText(text, shown, context))
  return { ...rule, title: clean(rule.title), message: clean(rule.message), help: clean(rule.help ?? null) }
}
