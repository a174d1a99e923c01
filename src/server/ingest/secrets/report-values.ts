import { ValueForms } from '#server/value-forms.ts'
import type { ReportedFinding, ReportedRun } from '../report.ts'
import { isGuessable } from './value-like.ts'

const mark = '[removed]'
/** Values of a file times its findings that are searched; past it the findings lose their source instead. */
const searchedInFile = 50_000
/** Values that are looked for in what concerns the whole run. */
const searchedInRun = 2_000

/**
 * The values of all secrets of a run, for as long as it is read: what stands beside a secret may quote it too, be it another
 * finding of the same file, an error, or the name of a branch.
 */
export class ReportValues {
  readonly #byPath = new Map<string, Set<string>>()
  readonly #all = new Set<string>()

  /** @param path of the file that holds it; '' for none. */
  add(path: string, values: Iterable<string>): void {
    const known = this.#byPath.get(path) ?? new Set()
    this.#byPath.set(path, known)
    for (const value of values) {
      if (value.length < 6 || isGuessable(value)) continue
      known.add(value)
      if (this.#all.size < searchedInRun) this.#all.add(value)
    }
  }

  /** Takes the values out of everything that a run says beside them. */
  clean(run: ReportedRun): void {
    if (this.#all.size === 0) return
    this.#cleanFindings(run.findings)
    const forms = new ValueForms(this.#all)
    // Some formats describe a rule by what its first result says.
    const rules = new Set(run.findings.flatMap((each) => (this.#isBeside(each) ? each.rulePath : [])))
    run.rules = run.rules.map((rule) => (rules.has(rule.path) ? cleaned(rule, forms) : rule))
    run.errors = cleaned(run.errors, forms)
    run.failure = cleaned(run.failure, forms)
    run.revision = cleaned(run.revision, forms)
    run.tool = cleaned(run.tool, forms)
    run.source = cleaned(run.source, forms)
  }

  #isBeside({ location }: ReportedFinding): boolean {
    return this.#byPath.has(location?.filePath ?? '')
  }

  #cleanFindings(findings: ReportedFinding[]): void {
    const counts = new Map<string, number>()
    for (const { location } of findings) {
      const path = location?.filePath ?? ''
      if (this.#byPath.has(path)) counts.set(path, (counts.get(path) ?? 0) + 1)
    }
    const forms = new Map<string, ValueForms | null>()
    for (const [path, count] of counts) {
      const values = this.#byPath.get(path) ?? new Set()
      forms.set(path, values.size * count > searchedInFile ? null : new ValueForms(values))
    }
    for (const [index, finding] of findings.entries()) {
      const own = forms.get(finding.location?.filePath ?? '')
      if (own !== undefined) findings[index] = own === null ? withoutSource(finding) : cleaned(finding, own)
    }
  }
}

const withoutSource = (finding: ReportedFinding): ReportedFinding => ({
  ...finding,
  code: null,
  dataFlow: null,
  fix: null,
})

/** Our own words and hashes, and what findings are known by: none of it is a text. */
const ownKeys = new Set(
  `kind severity confidence evidence secretHash formerId validationState reachability transitivity level matchBasedId
  syntacticId rulePath filePath path product sourceKind`.split(/\s+/),
)

/** A value whose strings hold none of the values, at any depth; itself where none did. */
function cleaned<T>(value: T, forms: ValueForms): T {
  // parse: each branch gives the kind of value that it was given.
  if (typeof value === 'string') return forms.remove(value, mark) as T
  if (Array.isArray(value)) {
    const clean = value.map((each: unknown) => cleaned(each, forms))
    // parse: see above.
    return clean.some((each, index) => each !== value[index]) ? (clean as T) : value
  }
  if (typeof value !== 'object' || value === null) return value
  let changed = false
  const entries = Object.entries(value).map(([key, each]): [string, unknown] => {
    const clean: unknown = ownKeys.has(key) ? each : cleaned(each, forms)
    changed ||= clean !== each
    return [key, clean]
  })
  // parse: see above.
  return changed ? (Object.fromEntries(entries) as T) : value
}
