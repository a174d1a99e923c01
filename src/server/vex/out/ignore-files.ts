import type { ExportedStatement, Pieces, VexExport } from './document.ts'
import { dayOf, ignoreText } from './wording.ts'

/** YAML and TOML read a text in JSON if control characters and line separators beyond ASCII are escaped too. */
const quoted = (text: string) =>
  JSON.stringify(text.toWellFormed()).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const comment = (text: string) => `# ${text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')}\n`

const headOf = ({ project, ref }: VexExport) => comment(`What is ignored in Gatehouse in ${project}, ${ref}.`)

/** Writes `.trivyignore.yaml`. Trivy knows a vulnerability by one of its ids, so each has an entry. */
export function* writeTrivyIgnore(document: VexExport): Pieces {
  const ignored = document.statements.filter(({ isIgnored, isUntilFix }) => isIgnored && !isUntilFix)
  yield headOf(document)
  for (const { name, isIgnored, isUntilFix } of document.statements)
    if (isIgnored && isUntilFix) yield comment(untilFix(name))
  if (ignored.length === 0) {
    yield 'vulnerabilities: []\n'
    return
  }
  yield 'vulnerabilities:\n'
  for (const one of ignored) {
    for (const id of [one.name, ...one.aliases]) {
      yield `  - id: ${quoted(id)}\n    purls:\n      - ${quoted(one.purl)}\n    statement: ${quoted(ignoreText(one))}\n${lineOf('    expired_at: ', one.ignoredUntil)}`
    }
  }
}

/**
 * Writes `osv-scanner.toml`, where a vulnerability is ignored in all packages: one that is not ignored in each of them is
 * left out, and named in a comment.
 */
export function* writeOsvScanner(document: VexExport): Pieces {
  yield headOf(document)
  const byName = Map.groupBy(document.statements, ({ name }) => name)
  for (const [name, all] of byName) {
    const [ignored] = all.filter(({ isIgnored }) => isIgnored)
    if (ignored === undefined) continue
    const open = all.filter(({ isIgnored }) => !isIgnored)
    if (open.length > 0) yield comment(notIgnored(name, open))
    else if (all.some(({ isUntilFix }) => isUntilFix)) yield comment(untilFix(name))
    else
      yield `\n[[IgnoredVulns]]\nid = ${quoted(name)}\nreason = ${quoted(ignoreText(ignored))}\n${lineOf('ignoreUntil = ', earliest(all))}`
  }
}

/** Both formats know days only: a finding is ignored for up to a day less than in Gatehouse. */
const lineOf = (name: string, until: number | null) => (until === null ? '' : `${name}${dayOf(until)}\n`)

function earliest(statements: readonly ExportedStatement[]): number | null {
  const ends = statements.flatMap(({ ignoredUntil }) => ignoredUntil ?? [])
  return ends.length > 0 ? Math.min(...ends) : null
}

const untilFix = (name: string) => `${name} is left out: it is ignored until a fix is available.`

function notIgnored(name: string, open: readonly ExportedStatement[]): string {
  const packages = open.slice(0, 3).map((one) => [one.package, one.version].filter(Boolean).join(' '))
  const more = open.length > 3 ? ` and ${open.length - 3} more` : ''
  return `${name} is left out: it is not ignored in ${packages.join(', ')}${more}.`
}
