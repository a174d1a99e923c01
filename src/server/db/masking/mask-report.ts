import { gunzipSync, gzipSync } from 'node:zlib'
import { ValueForms } from '#server/base/config/value-forms.ts'
import { findsCredentials, saysHardCoded } from '#server/base/credentials/credential-rules.ts'
import { saltedEvidence, saltedId } from '#server/base/credentials/digests.ts'
import { maskParts } from '#server/base/credentials/mask-parts.ts'
import { literalsIn, maskProse, maskRuleText, proseContext } from '#server/base/credentials/mask-prose.ts'
import { mask } from '#server/base/credentials/mask-source.ts'
import { isMade } from '#server/base/credentials/value-like.ts'
import { inStrings } from './mask-row.ts'
import { maskErrorsOf } from './mask-texts.ts'

/** What is read of a line of a stored report: a run with its rules, a shared message, or a finding. */
interface Line {
  run?: { source: { tool: string }; rules: Rule[] } & Parameters<typeof maskErrorsOf>[0]
  text?: string | number
  finding?: Finding
}
interface Rule {
  path: string
  title: string | null
  message: string | null
  category: string | null
  subcategories: string[]
  vulnerabilityClasses: string[]
  cweNames: string[]
}
type Finding = {
  kind: string
  rulePath: string
  message: string | null
  matchBasedId: string
  syntacticId: string
  evidence: Parameters<typeof saltedEvidence>[0]
  location: { filePath: string; line: number | null; endLine: number | null } | null
  sourceWithheld?: boolean
} & Parameters<typeof maskParts>[1]

/** The lines of a stored report; none of one that is damaged, whose import fails and says so. */
function linesOf(content: Uint8Array): string[] {
  try {
    return gunzipSync(content).toString('utf8').split('\n')
  } catch {
    return []
  }
}

/** Masks a report that waits in a job, a held scan or the parts of a scan. Null if nothing in it changes. */
export function maskReport(content: Uint8Array, salted: (text: string) => string): Uint8Array | null {
  const lines = linesOf(content)
  const rules = new Set<string>()
  let changed = false
  /** The places of shared messages, and what is masked in them. */
  const texts: { at: number; quoted: Set<string> | null }[] = []
  const quoted = new Set<string>()
  const made = new Set<string>()
  const result = lines.map((json, at) => {
    if (json === '') return json
    // parse: written by the encoder of reports.
    const line = JSON.parse(json) as Line
    if (line.run)
      for (const rule of line.run.rules)
        if (isCredentialRule(rule, line.run.source.tool)) rules.add(rule.path)
    if (typeof line.text === 'string' && !line.finding) texts.push({ at, quoted: null })
    const { finding } = line
    if (finding?.kind !== 'code') return json
    const shared = typeof line.text === 'number' ? texts[line.text] : undefined
    const message = finding.message ?? (shared === undefined ? null : sharedText(lines[shared.at]))
    if (!rules.has(finding.rulePath) && (message === null || !saysHardCoded(message))) return json
    changed = true
    for (const each of message === null ? [] : literalsIn(message)) quoted.add(each)
    if (shared) shared.quoted = quoted
    const masked = maskFinding(finding, salted)
    for (const each of [...masked.values, ...quoted]) if (isMade(each)) made.add(each)
    return JSON.stringify({ ...line, finding: masked.finding })
  })
  for (const { at, quoted: found } of texts) {
    if (found === null) continue
    result[at] = JSON.stringify({ text: maskProse(sharedText(lines[at]), proseContext([], '', '')) })
  }
  const forms = new ValueForms(made)
  const whole = result.map((json) => {
    const line = json.startsWith('{"run"') ? withMaskedRules(json, rules, quoted) : json
    return forms.isIn(line)
      ? JSON.stringify(inStrings(JSON.parse(line), (text) => forms.remove(text, mask)))
      : line
  })
  const hasChanged = changed || whole.some((line, at) => line !== lines[at])
  return hasChanged ? new Uint8Array(gzipSync(whole.join('\n'))) : null
}

function isCredentialRule(rule: Rule, tool: string): boolean {
  const texts = [rule.title, rule.message, rule.category, ...rule.subcategories, ...rule.vulnerabilityClasses]
  return findsCredentials({ tool, id: rule.path, weaknesses: rule.cweNames, texts })
}

const sharedText = (json: string | undefined): string =>
  // parse: a line of a shared message.
  (JSON.parse(json ?? '{"text":""}') as { text: string }).text

function maskFinding(
  finding: Finding,
  salted: (text: string) => string,
): { finding: Finding; values: string[] } {
  const { location, code, dataFlow, fix, message } = finding
  const path = location?.filePath ?? ''
  const place = { path, line: location?.line ?? null, endLine: location?.endLine ?? null }
  const masked = maskParts(place, { code, dataFlow, fix })
  const clean: Finding = {
    ...finding,
    ...masked.parts,
    message:
      message === null ? null : maskProse(message, proseContext(masked.values, path, finding.rulePath)),
    matchBasedId: saltedId(finding.matchBasedId, salted),
    syntacticId: saltedId(finding.syntacticId, salted),
    evidence: saltedEvidence(finding.evidence, salted),
    ...(masked.isWithheld ? { sourceWithheld: true } : {}),
  }
  return { finding: clean, values: masked.values }
}

function withMaskedRules(json: string, rules: ReadonlySet<string>, quoted: ReadonlySet<string>): string {
  // parse: see above.
  const line = JSON.parse(json) as { run: NonNullable<Line['run']> }
  const masked = line.run.rules.map((rule) => {
    if (!rules.has(rule.path)) return rule
    const clean = (text: string | null) =>
      text === null ? null : maskRuleText(text, quoted, proseContext([], '', rule.path))
    return { ...rule, title: clean(rule.title), message: clean(rule.message) }
  })
  return JSON.stringify({ ...line, run: { ...line.run, ...maskErrorsOf(line.run), rules: masked } })
}
