import type { GateAnswer } from '#contract/responses/gate.ts'
import { escapeInvisible } from '#lib/text/invisible-characters.ts'
import { version } from '#server/base/version.ts'
import { verdictMarkdown } from '../markdown.ts'
import type { CodeHost } from '../pipeline.ts'
import { countsText } from '../text.ts'
import { createClient, defaultLimits, type Limits } from './client.ts'
import { writeComment } from './comment.ts'
import { type Failure, failureOf } from './failure.ts'
import { type CommitState, type CommitStatus, type Forge, type Part, WrongEnvironment } from './forge.ts'
import { gitHub, gitHubHeaders, readGitHub } from './github.ts'
import { gitLab, gitLabHeaders, readGitLab } from './gitlab.ts'

/** A verdict, and where it is written. */
export interface Posting {
  host: CodeHost
  project: string
  /** The commit of the status. */
  commit: string
  /** The number of the pull request; null leaves the status. */
  pullRequest: string | null
  /** null if there was no answer. */
  answer: GateAnswer | null
  /** Whether the command passes without a verdict. */
  passesOnError: boolean
}

const maxContext = 255

/**
 * Writes a verdict to a code host: a commit status, and a comment of the pull request. What a code
 * host answers changes no verdict, and is no error.
 * @returns what was not written, why, and what to do, in lines for standard error.
 */
export async function postVerdict(
  posting: Posting,
  environment: NodeJS.ProcessEnv,
  limits: Limits = defaultLimits,
): Promise<string[]> {
  try {
    const { forge, api } = connect(posting, environment, limits)
    return await writeAll(posting, forge, (error) => failureOf(error, { name: forge.name, ...api }))
  } catch (error) {
    if (!(error instanceof WrongEnvironment)) throw error
    return [`The comment and the commit status were not written: ${error.message}`]
  }
}

function connect(
  { host, commit, pullRequest }: Posting,
  environment: NodeJS.ProcessEnv,
  limits: Limits,
): { forge: Forge; api: { address: string; token: string } } {
  const target = { commit, pullRequest }
  if (host === 'github') {
    const settings = readGitHub(environment)
    const send = createClient(settings.api, gitHubHeaders(settings, version()), limits)
    return {
      forge: gitHub(settings, target, send),
      api: { address: settings.api, token: settings.token },
    }
  }
  const settings = readGitLab(environment)
  const send = createClient(settings.api, gitLabHeaders(settings, version()), limits)
  return { forge: gitLab(settings, target, send), api: { address: settings.api, token: settings.token } }
}

/** The status first: a rule of the repository may require it, and the time is limited. */
async function writeAll(
  posting: Posting,
  forge: Forge,
  explain: (error: unknown) => Failure,
): Promise<string[]> {
  const { answer } = posting
  const failed: { part: Part; failure: Failure }[] = []
  const attempt = (part: Part, work: Promise<void>) =>
    work.catch((error: unknown) => {
      failed.push({ part, failure: explain(error) })
    })
  await attempt('status', forge.setStatus(statusOf(posting)))
  const hasComment = forge.change !== null && answer !== null
  const [first] = failed
  if (hasComment && first?.failure.kind === 'unreachable')
    failed.push({ part: 'comment', failure: first.failure })
  else if (hasComment) await attempt('comment', writeComment(forge, verdictMarkdown(answer)))
  const lines = warnings(posting, forge, failed)
  if (forge.change === null && answer !== null)
    lines.push('No pull request is known, so that there is no comment. --pull-request names one.')
  return lines
}

function warnings(
  { commit }: Posting,
  forge: Forge,
  failed: readonly { part: Part; failure: Failure }[],
): string[] {
  const names = { comment: `the comment on ${forge.change}`, status: `the commit status of ${commit}` }
  const byReason = Map.groupBy(failed, ({ failure }) => failure.reason)
  return [...byReason].map(([reason, group]) => {
    const parts = group.map(({ part }) => part)
    const what = parts.map((part) => names[part]).join(' and ')
    const advice = adviceOf(forge, group[0]?.failure.kind ?? 'other', parts)
    return `${what.charAt(0).toUpperCase()}${what.slice(1)} ${parts.length > 1 ? 'were' : 'was'} not written: ${reason}. ${advice}`
  })
}

function adviceOf(forge: Forge, kind: Failure['kind'], parts: readonly Part[]): string {
  if (kind === 'permission') return forge.permission(parts)
  if (kind === 'unreachable') return `Check ${forge.addressVariable} and the network of the job.`
  if (kind === 'other') return 'Check the commit and the number of the pull request.'
  return 'Run the command again later, without files.'
}

/** The verdict as a commit status. Where the command passes without a verdict, the status does, too. */
function statusOf({ project, answer, passesOnError }: Posting): CommitStatus {
  const context = `gatehouse/${project}`.slice(0, maxContext).toWellFormed()
  if (answer === null) {
    const state = passesOnError ? 'pass' : 'none'
    return { context, state, description: 'No verdict: the check did not finish.', url: null }
  }
  const { verdict, counts, reasons, url } = answer
  // A project may let commits pass of which a scan failed, or none: then nothing else is the reason of the verdict.
  const failed = verdict !== 'none' && counts.block === 0 && reasons.find(({ code }) => code === 'failed')
  if (failed) return { context, state: verdict, description: escapeInvisible(failed.message), url }
  if (verdict !== 'none') return { context, state: verdict, description: `${countsText(counts)}.`, url }
  const awaited = reasons.find(({ code }) => code === 'waiting' || code === 'importing')
  const state: CommitState = passesOnError ? 'pass' : awaited ? 'waiting' : 'none'
  // It may name what a scanner calls itself.
  const message = escapeInvisible((awaited ?? reasons[0])?.message ?? 'nothing is known of the commit.')
  return { context, state, description: `No verdict: ${message}`, url }
}
