import { parseArgs } from 'node:util'
import { WrongUse } from '#server/operations/command.ts'
import { listedOptions } from '../import/options.ts'
import { gateOptions } from './options.ts'
import { type CodeHost, codeHosts, type Pipeline, pipelineOf } from './pipeline.ts'

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
  /** Where the verdict is written to; null for nowhere. */
  post: { host: CodeHost; commit: string; pullRequest: string | null } | null
  markdown: string | null
  sarif: string | null
  json: boolean
  deployment: string | undefined
  /** The parameters of each upload. */
  query: URLSearchParams
}

/**
 * Parses the command line of `gatehouse gate`. An option with an empty value counts as not given, so that a pipeline
 * may pass variables that are not set. With `--post`, the variables of the pipeline say what is not given.
 * @throws WrongUse if arguments are missing or invalid.
 */
export function readGateCommand(words: string[], environment: NodeJS.ProcessEnv): GateCommand {
  const { values, positionals: named } = parseArgs({
    args: words,
    allowPositionals: true,
    options: gateOptions,
  })
  const { project } = values
  const host = codeHostOf(values.post)
  const pipeline = host === null ? null : pipelineOf(host, environment)
  const commit = values.commit || pipeline?.commit
  const pullRequest = values['pull-request'] || pipeline?.pullRequest || null
  if (!project) throw new WrongUse('--project is missing, such as --project acme/shop.')
  if (!commit) throw new WrongUse('--commit is missing: it is the commit that the verdict is about.')
  const given = new Map<string, string | boolean | undefined>(
    Object.entries({ ...values, commit, 'pull-request': pullRequest ?? undefined }),
  )
  if (host !== null && pullRequest !== null && !/^\d{1,10}$/.test(pullRequest))
    throw new WrongUse(`The pull request is "${pullRequest}", but --post needs its number.`)
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
    post: host === null ? null : { host, commit: statusCommit(commit, pipeline, environment), pullRequest },
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

function codeHostOf(text: string | undefined): CodeHost | null {
  if (!text) return null
  const host = codeHosts.find((known) => known === text)
  if (!host) throw new WrongUse(`--post is "${text}", but must be github or gitlab.`)
  return host
}

/** GitHub shows the statuses of the newest commit of a pull request, not of the merge that it makes for a run. */
const statusCommit = (commit: string, pipeline: Pipeline | null, environment: NodeJS.ProcessEnv) =>
  commit === environment['GITHUB_SHA'] ? (pipeline?.head ?? commit) : commit
