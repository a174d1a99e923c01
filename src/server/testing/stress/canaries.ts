import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { openFile } from '#server/db/sqlite/testing/connection.ts'
import { secretEverywhere } from '#server/reports/testing/secret-everywhere.ts'

/** A file that a scanner might have written. */
export interface CanaryFile {
  name: string
  file: unknown
  /** A value that can be told from it, so that what comes with it must not hold it either; null where none can. */
  told: string | null
  /** The place of each value in a result, as `extra.message`. */
  places: Map<string, string>
}

/** A value that is nowhere by chance; the number tells which place let it through. */
export type Canary = (number: number) => string

/** The forms in which a canary stands in a text. */
export const formsOf = (value: string): string[] => [
  value,
  value.toUpperCase(),
  encodeURIComponent(value),
  Buffer.from(`user:${value}`).toString('base64'),
  JSON.stringify(value).slice(1, -1),
]

/** Results of a scanner, each with its own canary, which stands in one place more than in the others. */
export interface Source {
  name: string
  /** Places that are no texts but ids and words of the format, as `extra.severity`. */
  kept?: RegExp
  /** What stands around results. */
  whole(results: unknown[]): unknown
  /** A result whose secret is the value. */
  result(value: string): unknown
}

const semgrep = (name: string, extra: (value: string) => object): Source => ({
  name,
  whole: (results) => ({ version: '1.97.0', results, errors: [], paths: { scanned: ['config/ci.py'] } }),
  result: (value) => ({
    check_id: 'generic.secrets.security.token',
    path: 'config/ci.py',
    start: { line: 7, col: 1 },
    end: { line: 7, col: 60 },
    extra: {
      message: 'A token was found',
      severity: 'ERROR',
      fingerprint: 'ab'.repeat(20),
      fix: 'read it from the environment',
      metadata: {
        'display-name': 'Token',
        category: 'security',
        confidence: 'HIGH',
        subcategory: ['vuln'],
        cwe: ['CWE-798: Use of Hard-coded Credentials'],
        owasp: ['A07:2021'],
        vulnerability_class: ['Hard-coded Secrets'],
        technology: ['secrets', 'github'],
        languages: ['generic'],
        rulesets: ['default'],
        secret_type: 'GitHub',
        source: 'https://rules.example/r',
        references: ['https://rules.example/more'],
      },
      dataflow_trace: {
        taint_source: ['CliLoc', [{ path: 'config/ci.py', start: { line: 7 }, end: { line: 7 } }, 'source']],
        intermediate_vars: [{ location: { path: 'config/ci.py', start: { line: 8 } }, content: 'between' }],
        taint_sink: ['CliLoc', [{ path: 'config/ci.py', start: { line: 9 }, end: { line: 9 } }, 'sink']],
      },
      historical_info: {
        git_commit: 'abc1234',
        git_blob: 'def5678',
        git_commit_timestamp: '2024-05-01T10:00:00Z',
      },
      ...extra(value),
    },
  }),
})

const sarif = (tool: string): Source => ({
  name: `SARIF of ${tool}`,
  whole: (runs) => ({ version: '2.1.0', runs }),
  // The shape is that of one run, so that rules and the tool itself have places, too.
  result: (value) => secretEverywhere(tool, value).runs[0],
})

const response = (name: string, whole: Source['whole'], more: (value: string) => object): Source => ({
  name,
  whole,
  result: (value) => ({
    id: `${9000 + (value.length % 7)}`,
    rule_name: 'generic.secrets.token',
    rule: {
      name: 'generic.secrets.token',
      title: 'Token',
      message: 'A token in code',
      category: 'security',
      cwe_names: ['CWE-798: Use of Hard-coded Credentials'],
      owasp_names: ['A07:2021'],
      subcategories: ['vuln'],
      vulnerability_classes: ['Hard-coded Secrets'],
      technologies: ['secrets'],
      rulesets: ['default'],
      url: 'https://rules.example/r',
      references: ['https://rules.example/more'],
    },
    severity: 'high',
    confidence: 'high',
    location: { filePath: 'config/ci.py', line: 7 },
    ref: 'refs/heads/main',
    repository: { name: 'acme/shop', url: 'https://code.example/acme/shop' },
    triage_state: 'ignored',
    triage_comment: 'rotated',
    triage_reason: 'false_positive',
    match_based_id: 'cd'.repeat(32),
    syntactic_id: 'ef'.repeat(16),
    line_of_code_url: 'https://code.example/acme/shop/config/ci.py',
    external_ticket: { external_slug: 'SEC-1', url: 'https://tickets.example/SEC-1' },
    review_comments: [{ external_discussion_id: 'd1' }],
    ...more(value),
  }),
})

/** It has no field for the value, which is guessed from its sentences. */
const guessedValues = 'secrets answer'

const sources: Source[] = [
  semgrep('Semgrep JSON with a variable', (value) => ({
    lines: `token = "${value}"`,
    metavars: { $SECRET: { abstract_content: value, propagated_value: { svalue_abstract_content: value } } },
    validation_state: 'CONFIRMED_VALID',
  })),
  semgrep('Semgrep JSON without `validation_state`', (value) => ({ lines: `token = "${value}"` })),
  ...['gitleaks', 'TruffleHog', 'noseyparker', 'Semgrep OSS', 'Trivy', 'Some tool'].map(sarif),
  response(
    guessedValues,
    (findings) => ({ findings }),
    (value) => ({
      type: 'GitHub',
      finding_path: 'config/ci.py:7',
      finding_path_url: 'https://code.example/acme/shop/config/ci.py',
      rule_message: `The token "${value}" was found.`,
      validation_state: 'VALIDATION_STATE_NO_VALIDATOR',
      historical_info: { git_commit: 'abc1234', git_blob: 'def5678' },
    }),
  ),
  response(
    'code answer',
    (findings) => ({ sastFindings: { findings } }),
    (value) => ({
      rule_message: 'A token was found',
      code: { startLine: 7, lines: [`token = "${value}"`] },
      data_flow: [{ kind: 'source', location: { filePath: 'config/ci.py', line: 7 }, code: `"${value}"` }],
      fix: { startLine: 7, before: `token = "${value}"`, after: 'token = read()' },
      assistant: {
        autofix: { explanation: 'Read it', fix_code: 'token = read()' },
        autotriage: { reason: 'It is real', verdict: 'true_positive' },
        component: { risk: 'high', tag: 'ci' },
        guidance: { instructions: 'Revoke it', summary: 'Revoke' },
        rule_explanation: { explanation: 'Tokens leak', summary: 'Leak' },
      },
      click_to_fix_prs: [{ url: 'https://code.example/pr/1', state: 'open' }],
      click_to_fix_failures: [{ reason: 'no rights' }],
    }),
  ),
]

type Path = (string | number)[]

/** The places of all texts in a value. */
function textsIn(value: unknown, at: Path = []): Path[] {
  if (typeof value === 'string') return [at]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    textsIn(each, [...at, Array.isArray(value) ? Number(key) : key]),
  )
}

const textAt = (value: unknown, place: Path): unknown =>
  // parse: the place was found in this value.
  place.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value)

/** A copy with the text at a place changed. */
function changed(value: unknown, [key, ...rest]: Path, change: (text: string) => string): unknown {
  if (key === undefined) return change(String(value))
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }
  // parse: the place was found in this value.
  const holder = copy as Record<string | number, unknown>
  holder[key] = changed(holder[key], rest, change)
  return copy
}

/** As it would stand in a text like this one. */
function added(text: string, form: string): string {
  if (/^https?:/.test(text)) return `${text}?t=${encodeURIComponent(form)}`
  return /\s/.test(text) ? `${text} (${form})` : `${text}-${form}`
}

/**
 * Files of every reader in which each text in turn holds the secret as well, in one of its forms.
 * @param canary makes the value of a canary from its number. @returns the files, and all values that are in them.
 */
export const canaryFiles = (canary: Canary) => canariesIn(sources, canary)

/** As `canaryFiles`, of some readers. */
export function canariesIn(
  readers: readonly Source[],
  canary: Canary,
): { files: CanaryFile[]; values: string[] } {
  const values: string[] = []
  const files = readers.map(({ name, whole, result, kept }) => {
    // Where the value stands alone, that is what it is told from.
    const places = textsIn(result('value')).filter(
      (place) => textAt(result('value'), place) !== 'value' && !kept?.test(place.join('.')),
    )
    const placesOfValues = new Map<string, string>()
    const results = places.map((place, index) => {
      const value = canary(values.length)
      values.push(value)
      placesOfValues.set(value, place.join('.'))
      const forms = formsOf(value)
      return changed(result(value), place, (text) => added(text, forms[index % forms.length] ?? value))
    })
    const told = name === guessedValues ? null : (values.at(-1) ?? null)
    return { name, file: whole(results), told, places: placesOfValues }
  })
  return { files, values }
}

/** Where a text holds one of several values in any form; the values are looked for in one pass. */
export function foundIn(text: string, values: readonly string[]): string[] {
  const lowerCased = text.toLowerCase()
  return values.filter((value) =>
    [
      ...formsOf(value),
      Buffer.from(value)
        .toString('base64')
        .replace(/.{2}=*$/, ''),
    ].some((form) => lowerCased.includes(form.toLowerCase())),
  )
}

/** All bytes of all files of a data folder, and what is compressed in its database, each by its name. */
export function everythingIn(folder: string): Map<string, string> {
  const matches = filesIn(folder)
  const connection = openFile(join(folder, 'gatehouse.db'), { readOnly: true })
  const tables = connection.prepare("select name from sqlite_schema where type = 'table'").all()
  for (const { name } of tables) {
    const rows = connection.prepare(`select * from "${name}"`).all()
    for (const [column, value] of rows.flatMap((row) => Object.entries(row))) {
      const text = value instanceof Uint8Array ? gunzipSync(value).toString('latin1') : String(value)
      matches.set(`${name}.${column}`, `${matches.get(`${name}.${column}`) ?? ''}\n${text}`)
    }
  }
  connection.close()
  return matches
}

/** The files by their paths. A running service renames files; a folder that changes meanwhile is read again. */
function filesIn(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  try {
    return new Map(paths.map((path) => [path, readFileSync(path).toString('latin1')]))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return filesIn(folder)
    throw error
  }
}
