import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import type { GateAnswer } from '#contract/responses/gate.ts'
import type { Sender } from '../connection.ts'
import type { Progress } from '../import/progress.ts'
import { problemDetailOf } from '../problem-details.ts'
import type { GateCommand } from './request.ts'

const pollDelay = 2_000
const maxChangedFiles = 5_000

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

/** Evaluates a commit; with the changed files where they may make a difference. Only the last answer is stored. */
async function evaluate(sender: Sender, slug: string, command: GateCommand): Promise<GateAnswer> {
  const draft = await ask(sender, slug, command, { dry_run: true })
  const hasNew = draft.findings.some(({ cause, issue_type: type }) => cause === 'new' && type !== 'sca')
  const changed = hasNew ? await changedFiles(draft, command.commit) : null
  return ask(sender, slug, command, changed === null ? {} : { changed_files: changed })
}

async function ask(
  sender: Sender,
  slug: string,
  command: GateCommand,
  more: { dry_run?: boolean; changed_files?: readonly string[] },
) {
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

/** What git calls a commit: nothing that it could take for an option or a path. */
const isHash = (text: string) => /^[0-9a-f]{7,64}$/i.test(text)

/** The files that differ from the commits of the bases; null where git does not know both commits. */
async function changedFiles({ sources }: GateAnswer, commit: string): Promise<string[] | null> {
  const bases = new Set(sources.flatMap(({ base }) => base?.commit ?? []))
  const hasAll = sources.every(({ base }) => base === null || base.commit !== null)
  if (bases.size === 0 || !hasAll || ![...bases, commit].every(isHash)) return null
  const lists = await Promise.all([...bases].map((base) => differingFiles(base, commit)))
  const known = lists.flatMap((list) => list ?? [])
  return lists.includes(null) || known.length > maxChangedFiles ? null : [...new Set(known)]
}

function differingFiles(base: string, commit: string): Promise<string[] | null> {
  return new Promise((resolve) => {
    execFile(
      'git',
      ['diff', '--name-only', '--no-renames', '-z', base, commit, '--'],
      { maxBuffer: 16 * 1024 * 1024, timeout: 60_000 },
      (error, output) => resolve(error ? null : output.split('\0').filter((name) => name !== '')),
    )
  })
}
