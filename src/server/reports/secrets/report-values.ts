import { getOrCreate } from '#lib/get-or-create.ts'
import { ValueForms } from '#server/base/config/value-forms.ts'
import { pathMask } from '#server/base/credentials/mask-path.ts'
import { isGuessable, isMade } from '#server/base/credentials/value-like.ts'
import { renamePaths } from '../report/relocate-run.ts'
import type { ReportedFinding, ReportedRule, ReportedRun } from '../report/report.ts'
import type { ShownLiterals } from './mask-credentials.ts'
import { mapStrings } from './strings.ts'

const placeholder = '[removed]'
/**
 * The limit of values of a file times its findings that are searched; above it the findings lose their source code
 * instead.
 */
const maxSearchedInFile = 50_000
/** The limit of values that are searched in texts of the whole run. */
const maxSearchedInRun = 2_000
/** The limit of values that are searched in all paths of the run. */
const maxSearchedInPaths = 100
/** The limit of values times rules of the run, whose texts may quote a match. */
const maxSearchedInRules = 1_000_000

/**
 * The values of all secrets of a run, kept while it is read: other texts may quote a secret too, such as another
 * finding of the same file, an error, or the name of a branch.
 */
export class ReportValues {
  readonly #byPath = new Map<string, Set<string>>()
  readonly #all = new Set<string>()
  /** Literals beside hard-coded credentials, which other results show in their source only. */
  readonly #inSource = new Map<string, Set<string>>()
  /** Words that may be credentials, which are removed from sentences, where they are whole words. */
  readonly #words = new Map<string, Set<string>>()

  /** @param path of the file that contains it; '' for none. */
  add(path: string, values: Iterable<string>): void {
    const known = getOrCreate(this.#byPath, path, () => new Set())
    for (const value of values) {
      if (isGuessable(value)) continue
      if (value.length < 6) getOrCreate(this.#words, path, () => new Set()).add(value)
      else {
        known.add(value)
        if (this.#all.size < maxSearchedInRun) this.#all.add(value)
      }
    }
  }

  /** Adds literals that may be credentials, of which only those that look like one are removed everywhere. */
  addLiterals({ path, values, reported }: ShownLiterals): void {
    const inSource = getOrCreate(this.#inSource, path, () => new Set())
    for (const value of values) inSource.add(value)
    const made = [...values, ...reported].filter(isMade)
    if (made.length > 0) this.add(path, made)
    const words = getOrCreate(this.#words, path, () => new Set())
    for (const value of reported) words.add(value)
  }

  /** Removes the values from all other texts of a run. */
  clean(run: ReportedRun): void {
    this.#cleanSources(run.findings)
    this.#cleanSentences(run)
    if (this.#all.size === 0) return
    this.#cleanPaths(run)
    this.#cleanFindings(run.findings)
    const forms = new ValueForms(this.#all)
    const most = Math.ceil(maxSearchedInRules / Math.max(1, run.rules.length))
    const inRules = this.#all.size <= most ? forms : new ValueForms([...this.#all].slice(0, most))
    const reported = new Set(run.findings.map(({ rulePath }) => rulePath))
    const rules = new Map<string, ReportedRule>()
    for (const rule of run.rules) {
      // The rule ids of findings do not contain the match.
      const path = reported.has(rule.path) ? rule.path : inRules.remove(rule.path, placeholder)
      if (path === rule.path || !rules.has(path)) rules.set(path, { ...cleanValue(rule, inRules), path })
    }
    run.rules = [...rules.values()]
    run.errors = cleanValue(run.errors, forms)
    run.failure = cleanValue(run.failure, forms)
    run.revision = cleanValue(run.revision, forms)
    run.tool = cleanValue(run.tool, forms)
    run.source = cleanValue(run.source, forms)
  }

  /** Takes values out of the paths of the run, if a path that is reported with a value holds it. */
  #cleanPaths(run: ReportedRun): void {
    const values = new Set<string>()
    const masks = new Map([...this.#byPath].map(([path, own]) => [path, pathMask([...own])]))
    const note = (path: string, own: Iterable<string>) => {
      // The path of a secret is masked already.
      for (const each of own)
        if (path.includes(placeholder) || pathMask([each])(path) !== path) values.add(each)
    }
    for (const { location, dataFlow } of run.findings) {
      const path = location?.filePath ?? ''
      const own = this.#byPath.get(path) ?? []
      const clean = masks.get(path) ?? String
      for (const each of [path, ...(dataFlow ?? []).map((step) => step.location.filePath)])
        if (each.includes(placeholder) || clean(each) !== each) note(each, own)
    }
    const clean = pathMask([...this.#all])
    for (const { path } of run.errors) if (path !== null && clean(path) !== path) note(path, this.#all)
    if (values.size > 0) renamePaths(run, pathMask([...values].slice(0, maxSearchedInPaths)))
  }

  /** Takes the words out of errors, out of messages about their files, and where other messages quote them. */
  #cleanSentences(run: ReportedRun): void {
    const forms = formsByPath(this.#words, run.findings, { asWords: true })
    for (const [index, finding] of run.findings.entries()) {
      const own = forms.get(finding.location?.filePath ?? '')
      const message = finding.message && own?.remove(finding.message, placeholder)
      if (own && finding.kind === 'code' && message !== finding.message)
        run.findings[index] = { ...finding, message: message ?? null }
    }
    const all = new Set([...this.#words.values()].flatMap((each) => [...each]))
    if (all.size === 0) return
    for (const [index, finding] of run.findings.entries()) {
      const message = finding.kind === 'code' && finding.message ? withoutQuoted(finding.message, all) : null
      if (message !== null && message !== finding.message) run.findings[index] = { ...finding, message }
    }
    const words = [...all].slice(0, maxSearchedInRun)
    const inErrors = new ValueForms(words, { asWords: true })
    run.errors = cleanValue(run.errors, inErrors)
    run.failure = cleanValue(run.failure, inErrors)
  }

  /** Takes the literals out of the source of other findings of their files. */
  #cleanSources(findings: ReportedFinding[]): void {
    const forms = formsByPath(this.#inSource, findings)
    if (forms.size === 0) return
    for (const [index, finding] of findings.entries()) {
      const own = forms.get(finding.location?.filePath ?? '')
      if (own === undefined || (finding.code === null && finding.dataFlow === null && finding.fix === null))
        continue
      const { code, dataFlow, fix } = finding
      findings[index] =
        own === null ? withoutSource(finding) : { ...finding, ...cleanValue({ code, dataFlow, fix }, own) }
    }
  }

  #cleanFindings(findings: ReportedFinding[]): void {
    const forms = formsByPath(this.#byPath, findings)
    for (const [index, finding] of findings.entries()) {
      const own = forms.get(finding.location?.filePath ?? '')
      if (own !== undefined)
        findings[index] = own === null ? withoutSource(finding) : cleanValue(finding, own)
    }
  }
}

/** The forms of the values of each file with findings; null where too many would be searched in them. */
function formsByPath(
  byPath: ReadonlyMap<string, ReadonlySet<string>>,
  findings: readonly ReportedFinding[],
  options: { asWords: boolean } = { asWords: false },
): Map<string, ValueForms | null> {
  const counts = new Map<string, number>()
  for (const { location } of findings) {
    const path = location?.filePath ?? ''
    if (byPath.has(path)) counts.set(path, (counts.get(path) ?? 0) + 1)
  }
  const forms = new Map<string, ValueForms | null>()
  for (const [path, count] of counts) {
    const values = byPath.get(path) ?? new Set()
    forms.set(path, values.size * count > maxSearchedInFile ? null : new ValueForms(values, options))
  }
  return forms
}

/** A message about another file, which shows a word as a value only if it quotes it alone. */
const withoutQuoted = (message: string, words: ReadonlySet<string>): string =>
  message.replace(/(["'`])([^"'`\n]{4,200})\1/g, (whole, quote: string, content: string) =>
    words.has(content) ? quote + placeholder + quote : whole,
  )

const withoutSource = (finding: ReportedFinding): ReportedFinding => ({
  ...finding,
  code: null,
  dataFlow: null,
  fix: null,
})

/** Fields with our own values, hashes and identities, which are not texts. */
const safeKeys = new Set(
  `kind severity confidence evidence secretHash formerId validationState reachability transitivity level matchBasedId
  syntacticId rulePath filePath path product sourceKind`.split(/\s+/),
)

/** Removes the values from all strings of a value. */
const cleanValue = <T>(value: T, forms: ValueForms): T =>
  mapStrings(
    value,
    safeKeys,
    (all) => forms.isIn(all),
    (text) => forms.remove(text, placeholder),
  )
