import { parseArgs } from 'node:util'
import { WrongUse } from '#server/operations/command.ts'
import { importOptions, listedOptions } from './options.ts'
import type { ScannedCommit } from './renamed-files.ts'

/** The part number of the first file. */
export interface FirstPart {
  part: number
  parts: number
}

/** The tool, and the category that distinguishes its scans. */
export interface NamedSource {
  tool: string
  category: string | null
}

/** `Semgrep (backend)`. */
export const sourceName = (tool: string, category: string | null) =>
  category === null ? tool : `${tool} (${category})`

interface CommonOptions {
  project: string
  deployment: string | undefined
  json: boolean
}

export interface UploadRequest extends CommonOptions, ScannedCommit {
  action: 'upload'
  /** Files, folders and `-`, as given. */
  named: string[]
  /** The parameters of every upload of the call. */
  query: URLSearchParams
  firstPart: FirstPart | null
  isDryRun: boolean
}

export interface SourceRequest extends CommonOptions {
  action: 'retire' | 'restore'
  source: NamedSource
}

/**
 * Parses the command line of `gatehouse import`. An option with an empty value counts as not given, so that a pipeline
 * may pass variables that are not set.
 * @throws WrongUse if arguments are missing or contradict each other.
 */
export function readRequest(words: string[]): UploadRequest | SourceRequest {
  const { values, positionals: named } = parseArgs({
    args: words,
    allowPositionals: true,
    options: importOptions,
  })
  const presentOptions = new Map(
    Object.entries(values).filter(([, value]) => value !== '' && value !== false),
  )
  const { project, deployment, json = false } = values
  const action = presentOptions.has('retire')
    ? 'retire'
    : presentOptions.has('restore')
      ? 'restore'
      : 'upload'
  if (action === 'upload' && named.length === 0)
    throw new WrongUse('No file given. Run gatehouse import --help for details.')
  if (project === undefined || project === '')
    throw new WrongUse('--project is missing, such as --project acme/shop.')
  const common = { project, deployment: deployment || undefined, json }
  if (action !== 'upload') {
    assertNoFiles(action, [...presentOptions.keys()], named)
    return { ...common, action, source: sourceOf(action, values[action] ?? '') }
  }
  return {
    ...common,
    action,
    named,
    commit: values.commit || null,
    ref: values.ref || null,
    base: null,
    query: importQuery(presentOptions),
    firstPart: values.part ? firstPartOf(values.part) : null,
    isDryRun: values['dry-run'] === true,
  }
}

function importQuery(presentOptions: ReadonlyMap<string, string | boolean | undefined>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, option] of listedOptions) {
    const value = presentOptions.get(name)
    if (value === undefined || option.parameter === undefined || name === 'part') continue
    query.set(option.parameter, option.sends ?? String(value))
  }
  return query
}

/** Options that are allowed with `--retire` and `--restore`, which send no file. */
const sourceOptions = new Set(['project', 'deployment', 'json'])

/** @throws WrongUse if a file or an option is given that would have no effect. */
function assertNoFiles(action: string, options: readonly string[], named: readonly string[]) {
  if (named.length > 0) throw new WrongUse(`--${action} takes no file.`)
  const other = options.find((option) => option !== action && !sourceOptions.has(option))
  if (other !== undefined) throw new WrongUse(`--${other} cannot be used with --${action}.`)
}

function sourceOf(action: string, text: string): NamedSource {
  const [tool = '', ...rest] = text.split(':')
  if (tool.trim() === '')
    throw new WrongUse(`--${action} has no tool. It takes TOOL or TOOL:CATEGORY, such as Semgrep:backend.`)
  return { tool: tool.trim(), category: rest.join(':').trim() || null }
}

function firstPartOf(text: string): FirstPart {
  const [, part = 0, parts = 0] = (/^([1-9]\d{0,2})\/([1-9]\d{0,2})$/.exec(text) ?? []).map(Number)
  if (part === 0 || part > parts) throw new WrongUse(`--part is "${text}", but must be a part such as 1/2.`)
  return { part, parts }
}
