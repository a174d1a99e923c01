import { writeFile } from 'node:fs/promises'
import type { GateAnswer } from '#contract/responses/gate.ts'
import { version } from '#server/base/version.ts'
import type { Sender } from '#server/operations/client/connection.ts'
import { type Command, escapeLine, printError, printLine, WrongUse } from '#server/operations/command.ts'
import { createProgress } from '#server/operations/progress.ts'
import { connectOverNetwork, deploymentOfToken, networkService } from './gate/network.ts'
import { gateHelp } from './gate/options.ts'
import { type GateCommand, readGateCommand } from './gate/request.ts'
import { verdictLines } from './gate/text.ts'
import { awaitVerdict } from './gate/verdict.ts'
import { findFiles } from './import/files.ts'
import { outcomeLines } from './import/lines.ts'
import { renamedSinceBase, withCheckout } from './import/renamed-files.ts'
import { partsOf, uploadFiles } from './import/upload.ts'

const statuses = { pass: 0, fail: 1, none: 3 } as const

/** Sends reports and decides whether their commit may pass. Source: docs/gate.md. */
export const gate: Command = {
  help: gateHelp,
  async run(words) {
    const command = readGateCommand(words, process.env)
    const answer = await answerOf(command)
    if (command.post !== null) await post(command, command.post, answer)
    return answer === null || answer.verdict === 'none' ? command.statusOnError : statuses[answer.verdict]
  },
}

/** The verdict; null after an error, which is printed. */
async function answerOf(command: GateCommand): Promise<GateAnswer | null> {
  try {
    return await onService(command, (sender, slug, deadline) => decide(sender, slug, command, deadline))
  } catch (error) {
    if (error instanceof WrongUse) throw error
    printError(escapeLine(error instanceof Error ? error.message : String(error)))
    printError('No verdict.')
    return null
  }
}

/** Writes the verdict to a code host, which no outcome of the command depends on. */
async function post(
  { project, statusOnError }: GateCommand,
  target: NonNullable<GateCommand['post']>,
  answer: GateAnswer | null,
): Promise<void> {
  const passesOnError = statusOnError === 0
  try {
    // Loaded only here: the libraries that it needs would delay each start.
    const { postVerdict } = await import('./gate/post/post.ts')
    const lines = await postVerdict({ ...target, project, answer, passesOnError }, process.env)
    for (const line of lines) printError(escapeLine(line))
  } catch {
    // The message could contain anything that the environment does.
    printError('The comment and the commit status were not written, because of an error in Gatehouse.')
  }
}

async function onService<T>(
  command: GateCommand,
  work: (sender: Sender, slug: string, deadline: number) => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + command.timeout
  const service = networkService(process.env)
  if (service) {
    const sender = connectOverNetwork(service, deadline)
    return work(sender, await deploymentOfToken(sender, command.deployment), deadline)
  }
  // Most of the service is loaded only where it runs in this process.
  const [{ readConfig }, { connect }, { chooseDeployment }] = await Promise.all([
    import('#server/base/config/config.ts'),
    import('./connect.ts'),
    import('./choose-deployment.ts'),
  ])
  const connection = await connect(readConfig(process.env))
  try {
    return await work(connection, await chooseDeployment(connection, command.deployment), deadline)
  } finally {
    await connection.close()
  }
}

async function decide(
  sender: Sender,
  slug: string,
  command: GateCommand,
  deadline: number,
): Promise<GateAnswer> {
  const progress = createProgress(process.stderr)
  if (command.named.length > 0) await send(sender, slug, command)
  const answer = await awaitVerdict(sender, slug, command, { deadline, progress }).finally(progress.clear)
  if (command.markdown !== null) {
    const { verdictMarkdown } = await import('./gate/markdown.ts')
    await writeFile(command.markdown, verdictMarkdown(answer))
  }
  if (command.sarif !== null) {
    const { verdictSarif } = await import('./gate/sarif.ts')
    await writeFile(command.sarif, verdictSarif(answer, version()))
  }
  if (command.json) printLine(JSON.stringify(answer, null, 2))
  else for (const line of verdictLines(answer)) printLine(escapeLine(line))
  return answer
}

/** @throws Error if a report was not imported: without it, the commit could pass too easily. */
async function send(sender: Sender, slug: string, command: GateCommand): Promise<void> {
  const { files } = await findFiles(command.named)
  const renamedFiles = await renamedSinceBase(sender, slug, command)
  const progress = createProgress(process.stderr)
  const partOf = partsOf(files.length, null)
  const query = await withCheckout(command.query)
  const uploads = { connection: sender, slug, query, partOf, renamedFiles, progress }
  const outcomes = await uploadFiles(uploads, files).finally(progress.clear)
  const { results, warnings } = outcomeLines(outcomes, false, true)
  for (const line of warnings) printError(escapeLine(line))
  const isRejected = outcomes.some((outcome) => 'problem' in outcome) || !('scan' in (outcomes.at(-1) ?? {}))
  if (isRejected) throw new Error('The reports were not imported.')
  if (!command.json) for (const line of results) printLine(escapeLine(line))
}
