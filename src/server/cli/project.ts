import { parseArgs } from 'node:util'
import type { ProjectChangeAnswer, ProjectUndo } from '#contract/responses/projects.ts'
import { plural } from '#lib/text/format.ts'
import { readConfig } from '#server/base/config/config.ts'
import { problemDetailOf } from '#server/operations/client/problem-details.ts'
import { type Command, escapeLine, printError, printLine, WrongUse } from '#server/operations/command.ts'
import { chooseDeployment } from './choose-deployment.ts'
import { connect } from './connect.ts'

const options = {
  deployment: { type: 'string' },
  'dry-run': { type: 'boolean' },
  'reuse-name': { type: 'boolean' },
  json: { type: 'boolean' },
} as const

const usage =
  'Usage: gatehouse project rename NAME NEW | merge NAME INTO | split NAME PREFIX NEW | undo CHANGE. Run gatehouse project --help for details.'

/** How many words each action takes, and the body that they make. */
const actions = {
  rename: { words: 2, body: ([name = '']: string[]) => ({ name }), done: 'Renamed' },
  merge: { words: 2, body: ([into = '']: string[]) => ({ into }), done: 'Merged' },
  split: {
    words: 3,
    body: ([prefix = '', name = '']: string[]) => ({ path_prefix: prefix, name }),
    done: 'Split',
  },
} as const

/** Renames, merges and splits projects. Source: docs/operating.md#rename-merge-and-split-projects. */
export const project: Command = {
  help: `rename gives a project another name, which is also how it moves to another organization. Its former name keeps meaning it,
also for uploads.

merge moves everything of a project to another, INTO, and the name with it.

split moves what is under PREFIX, such as services/api, to a new project. Uploads for the old one follow.

undo undoes one of these within 24 hours.

  --dry-run          show what would happen, without changes
  --reuse-name       allow a name that is a former one of another project
  --json             print the response of the API
  --deployment SLUG  deployment; required only if there are several

Exit status: 0 on success, 1 if the change is refused, 2 for wrong usage.`,
  async run(words) {
    const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options })
    const [verb = '', name = '', ...more] = positionals
    const connection = await connectionFor(verb, more.length + 1)
    try {
      const slug = await chooseDeployment(connection, values.deployment || undefined)
      const at = `/api/v1/deployments/${slug}`
      const { status, body } =
        verb === 'undo'
          ? await connection.send('POST', `${at}/project-changes/${encodeURIComponent(name)}/undo`)
          : await connection.send(
              'POST',
              `${at}/projects/${encodeURIComponent(name)}/${verb}`,
              requestOf(verb, more, values),
            )
      if (status === 400 || status === 404) throw new WrongUse(problemDetailOf(body))
      if (status !== 200) {
        printError(escapeLine(problemDetailOf(body)))
        return 1
      }
      if (values.json) printLine(JSON.stringify(body, null, 2))
      else for (const line of linesOf(verb, body)) printLine(escapeLine(line))
      return conflictsOf(body).length > 0 ? 1 : 0
    } finally {
      await connection.close()
    }
  },
}

const isAction = (verb: string): verb is keyof typeof actions => Object.hasOwn(actions, verb)

/** @throws WrongUse for an unknown action, or too few or too many words. */
function connectionFor(verb: string, given: number) {
  const wanted = isAction(verb) ? actions[verb].words : 1
  if ((!isAction(verb) && verb !== 'undo') || given !== wanted) throw new WrongUse(usage)
  return connect(readConfig(process.env))
}

function requestOf(
  verb: string,
  words: string[],
  values: { 'dry-run'?: boolean | undefined; 'reuse-name'?: boolean | undefined },
) {
  if (!isAction(verb)) throw new WrongUse(usage)
  return {
    ...actions[verb].body(words),
    ...(values['dry-run'] ? { preview: true } : {}),
    ...(values['reuse-name'] ? { reuse_name: true } : {}),
  }
}

// parse: answered by our own service to its owner.
const conflictsOf = (body: unknown) => (body as Partial<ProjectChangeAnswer>).conflicts ?? []

function linesOf(verb: string, body: unknown): string[] {
  if (!isAction(verb)) {
    // parse: answered by our own service to its owner.
    const { project: restored, left } = body as ProjectUndo
    const undone = [`Undone. The project is called ${restored.name}.`]
    if (left.scans === 0) return undone
    return [
      ...undone,
      `${plural(left.scans, 'scan')} with ${plural(left.findings, 'new finding')} arrived since and stayed with the other project.`,
    ]
  }
  // parse: answered by our own service to its owner.
  const { change, project: row, effects } = body as ProjectChangeAnswer
  const counts = `${plural(effects.findings, 'finding')} (${effects.decisions} triaged), ${plural(effects.scans, 'scan')}, ${plural(effects.refs, 'ref')}, ${plural(effects.lockfiles, 'lockfile')}`
  if (change === null)
    return [`Would move ${counts}. Nothing was changed.`, ...conflictsOf(body).map(({ detail }) => detail)]
  return [
    `${actions[verb].done} ${counts}: ${row.name}.`,
    `To undo it until ${change.undoable_until}: gatehouse project undo ${change.id}`,
  ]
}
