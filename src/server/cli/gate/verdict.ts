import { setTimeout as delay } from 'node:timers/promises'
import type { GateAnswer } from '#contract/responses/gate.ts'
import type { Sender } from '#server/operations/client/connection.ts'
import { problemDetailOf } from '#server/operations/client/problem-details.ts'
import type { Progress } from '#server/operations/progress.ts'
import type { RenamedFile } from '#server/reports/values/renamed-files.ts'
import { differingFiles, isHash, renamedFiles } from '../git.ts'
import type { GateCommand } from './request.ts'

const pollDelay = 2_000
/** Of changed files, beside which renamed ones have room in a request. */
const limits = { files: 5_000, bytes: 400 * 1024 }

/**
 * Asks for the verdict, until imports have ended and required sources have arrived, or the time is over.
 * @param deadline until when imports are waited for, milliseconds since 1970.
 * @throws Error in one line if the service refuses.
 */
export async function awaitVerdict(
  sender: Sender,
  slug: string,
  command: GateCommand,
  { deadline, progress }: { deadline: number; progress: Progress },
): Promise<GateAnswer> {
  const waitsUntil = Date.now() + command.wait
  for (;;) {
    const answer = await evaluate(sender, slug, command)
    const codes = answer.reasons.map(({ code }) => code)
    const until = codes.includes('importing') ? deadline : codes.includes('waiting') ? waitsUntil : 0
    if (answer.verdict !== 'none' || Date.now() + pollDelay > until) return answer
    progress.show(answer.reasons[0]?.message ?? '')
    await delay(pollDelay)
  }
}

/** Evaluates a commit; with what git says of files where it may make a difference. Only the last answer is stored. */
async function evaluate(sender: Sender, slug: string, command: GateCommand): Promise<GateAnswer> {
  const draft = await askGate(sender, slug, command, { dry_run: true })
  const bases = draft.findings.length > 0 ? basesOf(draft) : []
  if (bases.length === 0 || !isHash(command.commit)) return askGate(sender, slug, command)
  const hasNew = draft.findings.some(({ cause, issue_type: type }) => cause === 'new' && type !== 'sca')
  const changed = hasNew ? await changedFiles(bases, command.commit) : null
  const renamed = await renamedFiles(bases, command.commit)
  return askGate(sender, slug, command, {
    ...(changed === null ? {} : { changed_files: changed }),
    ...(renamed.length === 0 ? {} : { renamed_files: renamed }),
  })
}

/** Asks the service for a verdict. @throws Error in one line if it refuses. */
export async function askGate(
  sender: Sender,
  slug: string,
  command: Pick<GateCommand, 'project' | 'commit' | 'ref' | 'base' | 'isStrict'>,
  more: {
    dry_run?: boolean
    changed_files?: readonly string[]
    renamed_files?: readonly RenamedFile[]
  } = {},
): Promise<GateAnswer> {
  const path = `/api/v1/deployments/${encodeURIComponent(slug)}/projects/${encodeURIComponent(command.project)}/gate`
  const { status, body } = await sender.send('POST', path, {
    commit: command.commit,
    ...(command.ref === null ? {} : { ref: command.ref }),
    ...(command.base === null ? {} : { base: command.base }),
    strict: command.isStrict,
    ...more,
  })
  if (status !== 200) throw new Error(problemDetailOf(body))
  // parse: answered by our own service.
  return body as GateAnswer
}

/** The commits of the bases; none where one is not known. */
function basesOf({ sources }: GateAnswer): string[] {
  const commits = sources.flatMap(({ base }) => (base === null ? [] : [base.commit ?? '']))
  return commits.every(isHash) ? [...new Set(commits)] : []
}

/** The files that differ from the bases; null where git does not know all commits, or they are too many to send. */
async function changedFiles(bases: readonly string[], commit: string): Promise<string[] | null> {
  const lists = await Promise.all(bases.map((base) => differingFiles(base, commit)))
  const names = [...new Set(lists.flatMap((list) => list ?? []))]
  const isTooMany = names.length > limits.files || Buffer.byteLength(JSON.stringify(names)) > limits.bytes
  return lists.includes(null) || isTooMany ? null : names
}
