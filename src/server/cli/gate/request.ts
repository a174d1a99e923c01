import { parseArgs } from 'node:util'
import { WrongUse } from '../command.ts'
import { listedOptions } from '../import/options.ts'
import { gateOptions } from './options.ts'

/** The command line of `gatehouse gate`. Times are milliseconds. */
export interface GateCommand {
  /** Files, folders and `-`, as given; none to evaluate the commit again. */
  named: string[]
  project: string
  commit: string
  ref: string | null
  base: string | null
  isStrict: boolean
  wait: number
  timeout: number
  /** The exit status without a verdict. */
  statusOnError: 0 | 1 | 3
  markdown: string | null
  sarif: string | null
  json: boolean
  deployment: string | undefined
  /** The parameters of each upload. */
  query: URLSearchParams
}

/**
 * Parses the command line of `gatehouse gate`. An option with an empty value counts as not given, so that a pipeline
 * may pass variables that are not set.
 * @throws WrongUse if arguments are missing or invalid.
 */
export function readGateCommand(words: string[]): GateCommand {
  const { values, positionals: named } = parseArgs({
    args: words,
    allowPositionals: true,
    options: gateOptions,
  })
  const { project, commit } = values
  if (!project) throw new WrongUse('--project is missing, such as --project acme/shop.')
  if (!commit) throw new WrongUse('--commit is missing: it is the commit that the verdict is about.')
  const given = new Map<string, string | boolean | undefined>(Object.entries(values))
  const query = new URLSearchParams()
  for (const [name, option] of listedOptions) {
    const value = given.get(name)
    if (value === undefined || value === '' || value === false || option.parameter === undefined) continue
    query.set(option.parameter, option.sends ?? String(value))
  }
  return {
    named,
    project,
    commit,
    ref: values.ref || null,
    base: values.base || null,
    isStrict: values.strict === true,
    wait: secondsOf('wait', values.wait, 0),
    timeout: secondsOf('timeout', values.timeout, 900),
    statusOnError: statusOnError(values['on-error']),
    markdown: values.markdown || null,
    sarif: values.sarif || null,
    json: values.json === true,
    deployment: values.deployment || undefined,
    query,
  }
}

function secondsOf(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined || text === '') return otherwise * 1000
  if (!/^\d{1,5}$/.test(text)) throw new WrongUse(`--${name} is "${text}", but must be a number of seconds.`)
  return Number(text) * 1000
}

function statusOnError(text: string | undefined): 0 | 1 | 3 {
  if (text === undefined || text === '') return 3
  if (text === 'pass') return 0
  if (text === 'fail') return 1
  throw new WrongUse(`--on-error is "${text}", but must be pass or fail.`)
}
