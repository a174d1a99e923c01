import { readFileSync, statSync } from 'node:fs'

/** The code hosts that a verdict can be written to. */
export const codeHosts = ['github', 'gitlab'] as const
export type CodeHost = (typeof codeHosts)[number]

/** What the variables of a pipeline say about its change. */
export interface Pipeline {
  commit: string | null
  /** The number of the pull request or merge request. */
  pullRequest: string | null
  /** The commit that a status belongs to where the pipeline runs on a merge of it that GitHub made for the run. */
  head: string | null
}

/** GitHub limits an event to 25 MB. */
const maxEventBytes = 32 * 1024 * 1024

/**
 * Reads the commit and the pull request of a pipeline from its variables: of GitHub Actions from the file of the event,
 * else from the ref, of GitLab CI from the variables of merge requests. What is not known is null.
 */
export function pipelineOf(host: CodeHost, environment: NodeJS.ProcessEnv): Pipeline {
  return host === 'github' ? gitHubPipeline(environment) : gitLabPipeline(environment)
}

function gitHubPipeline(environment: NodeJS.ProcessEnv): Pipeline {
  const event = eventOf(environment['GITHUB_EVENT_PATH'])
  const pull = at(event, 'pull_request')
  // A comment on a pull request is an event of an issue.
  const issue = at(event, 'issue')
  const ofIssue = at(issue, 'pull_request') === undefined ? undefined : at(issue, 'number')
  const ofRef = /^refs\/pull\/(\d+)\/(?:merge|head)$/.exec(environment['GITHUB_REF'] ?? '')?.[1]
  const number = at(pull, 'number') ?? ofIssue ?? ofRef
  const head = textOf(at(at(pull, 'head'), 'sha'))
  return {
    commit: head ?? (environment['GITHUB_SHA'] || null),
    pullRequest: typeof number === 'number' ? String(number) : textOf(number),
    head,
  }
}

const gitLabPipeline = (environment: NodeJS.ProcessEnv): Pipeline => ({
  commit: environment['CI_COMMIT_SHA'] || null,
  pullRequest: environment['CI_MERGE_REQUEST_IID'] || null,
  head: null,
})

/** A pipeline whose event cannot be read still has a verdict. */
function eventOf(file: string | undefined): unknown {
  if (!file) return null
  try {
    return statSync(file).size > maxEventBytes ? null : JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
