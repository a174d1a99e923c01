import { parseArgs } from 'node:util'
import type { AppliesTo, Policy, PolicyPreview } from '#contract/responses/policies.ts'
import { plural } from '#lib/text/format.ts'
import { readConfig } from '#server/base/config/config.ts'
import type { Connection, SentRequest } from '#server/operations/client/connection.ts'
import { problemDetailOf } from '#server/operations/client/problem-details.ts'
import { type Command, escapeLine, printError, printLine, WrongUse } from '#server/operations/command.ts'
import { chooseDeployment } from './choose-deployment.ts'
import { connect } from './connect.ts'

const options = {
  deployment: { type: 'string' },
  project: { type: 'string', multiple: true },
  tag: { type: 'string', multiple: true },
  all: { type: 'boolean' },
  mode: { type: 'string' },
  note: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const

const usage =
  'Usage: gatehouse policy list | create NAME | copy NAME NEW | rename NAME NEW | apply NAME | add NAME RULE… | remove NAME RULE… | delete NAME | undo NAME CHANGE. Run gatehouse policy --help for details.'

type Values = ReturnType<typeof parse>['values']
const parse = (words: readonly string[]) => parseArgs({ args: [...words], allowPositionals: true, options })

/** A change of a policy: what is sent, and what is previewed. */
interface Change {
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  body: object
  preview: object
}

/** What is answered to a change, and to an undo. */
interface ChangeAnswer {
  policy?: Policy | null
  policyId?: string
  changeId: string | null
}

/** How many words each action takes beside the name of the policy. */
const actions: Readonly<Record<string, { words: number; more?: boolean }>> = {
  create: { words: 0 },
  copy: { words: 1 },
  rename: { words: 1 },
  apply: { words: 0 },
  add: { words: 1, more: true },
  remove: { words: 1, more: true },
  delete: { words: 0 },
  undo: { words: 1 },
}

/** Creates, changes and deletes policies. Source: docs/operating.md#policies. */
export const policy: Command = {
  help: `list shows the policies and the projects that each applies to.

create makes a policy without rules, copy one with the rules and modes of NAME. Both need --all, --project or --tag.

apply gives a policy other projects: --all, or those named by --project and those with a --tag.

add and remove change which rules a policy other than a default one contains.

undo reverts a change of a policy by its number, also the deletion.

  --project NAME     a project that it applies to; may be repeated
  --tag TAG          a tag of projects that it applies to; may be repeated
  --all              all projects
  --mode MODE        mode of added rules: monitor, comment, block or disabled; that of the default policy if left out
  --note TEXT        reason, kept in the history
  --dry-run          show what would happen, without changes
  --deployment SLUG  deployment; required only if there are several

Exit status: 0 on success, 1 if the change is refused, 2 for wrong usage.`,
  async run(words) {
    const { values, positionals } = parse(words)
    const [verb = '', name = '', ...more] = positionals
    const action = actions[verb]
    const isComplete =
      action && name !== '' && (action.more ? more.length >= action.words : more.length === action.words)
    if (verb === 'list' ? positionals.length > 1 : !isComplete) throw new WrongUse(usage)
    const connection = await connect(readConfig(process.env))
    try {
      const slug = await chooseDeployment(connection, values.deployment || undefined)
      const at = `/api/v1/deployments/${slug}/policies`
      const known = await policiesAt(connection, at)
      if (verb === 'list') for (const one of known) printLine(escapeLine(lineOf(one)))
      else return await make(connection, at, changeOf(verb, { name, more, values, known }), values)
      return 0
    } finally {
      await connection.close()
    }
  },
}

async function policiesAt(connection: Connection, at: string): Promise<Policy[]> {
  const { body } = await connection.send('GET', `${at}?include=projects`)
  // parse: answered by our own service to its owner.
  return (body as { policies: Policy[] }).policies
}

function changeOf(
  verb: string,
  { name, more, values, known }: { name: string; more: string[]; values: Values; known: readonly Policy[] },
): Change {
  const [word = ''] = more
  const policyId = verb === 'create' ? '' : idOf(known, name)
  const own = `/${policyId}`
  const note = values.note === undefined ? {} : { note: values.note }
  if (verb === 'create' || verb === 'copy') {
    const create = {
      ...{ name: verb === 'copy' ? word : name, appliesTo: scopeOf(values) },
      ...(verb === 'copy' ? { copyOf: policyId } : {}),
    }
    return { method: 'POST', path: '', body: { ...create, ...note }, preview: { create } }
  }
  if (verb === 'rename' || verb === 'apply') {
    const change = verb === 'rename' ? { name: word } : { appliesTo: scopeOf(values) }
    return { method: 'PATCH', path: own, body: { ...change, ...note }, preview: { policyId, change } }
  }
  if (verb === 'add' || verb === 'remove') {
    const mode = values.mode === undefined ? {} : { policyMode: `MODE_${values.mode.toUpperCase()}` }
    const rules = verb === 'add' ? { add: more.map((rulePath) => ({ rulePath, ...mode })) } : { remove: more }
    return { method: 'POST', path: `${own}/rules`, body: { ...rules, ...note }, preview: { policyId, rules } }
  }
  if (verb === 'undo') {
    const path = `${own}/history/${encodeURIComponent(word)}/put-back`
    return { method: 'POST', path, body: note, preview: { policyId, putBack: word } }
  }
  const query = values.note === undefined ? '' : `?note=${encodeURIComponent(values.note)}`
  return { method: 'DELETE', path: `${own}${query}`, body: {}, preview: { policyId, delete: true } }
}

/** @throws WrongUse for a name that no policy has; a number is the id of a policy, also of a deleted one. */
function idOf(known: readonly Policy[], name: string): string {
  const found = known.find((one) => one.name === name || one.slug === name)
  if (found) return found.id
  if (/^\d+$/.test(name)) return name
  throw new WrongUse(`There is no policy called ${name}.`)
}

/** @throws WrongUse without exactly one way to say which projects. */
function scopeOf({ all, project, tag }: Values): object {
  const isSome = project !== undefined || tag !== undefined
  if (isSome === (all === true)) throw new WrongUse('Give --all, or projects with --project and --tag.')
  if (all) return { all: true }
  return { ...(project ? { projects: project } : {}), ...(tag ? { tags: tag } : {}) }
}

async function make(connection: Connection, at: string, change: Change, values: Values): Promise<number> {
  const preview = await connection.send('POST', `${at}/preview`, change.preview)
  if (preview.status !== 200) return refused(preview)
  // parse: answered by our own service to its owner.
  const counted = preview.body as PolicyPreview
  const effect = effectText(counted)
  if (values['dry-run']) {
    printLine(`Would change ${effect} Nothing was changed.`)
    return 0
  }
  const answer = await sendChange(connection, at, change, counted.revision)
  if (answer.status >= 300) return refused(answer)
  // parse: answered by our own service to its owner.
  const { policy: made, policyId, changeId } = answer.body as ChangeAnswer
  if (changeId === null) printLine('Nothing differs; nothing was changed.')
  else {
    const id = made?.id ?? policyId ?? change.path.match(/\d+/)?.[0] ?? ''
    printLine(`Changed ${effect}`)
    printLine(`To undo it: gatehouse policy undo ${id} ${changeId}`)
  }
  return 0
}

/** Sends a change that is refused if another one was made since its preview. */
function sendChange(
  connection: Connection,
  at: string,
  { method, path, body }: Change,
  expectedRevision: number,
): Promise<SentRequest> {
  if (method !== 'DELETE') return connection.send(method, `${at}${path}`, { ...body, expectedRevision })
  const separator = path.includes('?') ? '&' : '?'
  return connection.send(method, `${at}${path}${separator}expected_revision=${expectedRevision}`)
}

function refused({ status, body }: SentRequest): number {
  if (status === 400 || status === 404) throw new WrongUse(problemDetailOf(body))
  printError(escapeLine(problemDetailOf(body)))
  return 1
}

const effectText = ({ projects, rules, blocked, noLongerBlocked }: PolicyPreview) =>
  `the effective mode of ${plural(rules, 'rule')} in ${plural(projects, 'project')}: ${plural(blocked, 'open finding')} would block new ones, ${noLongerBlocked} would no longer.`

const lineOf = ({ id, name, isDefault, appliesTo }: Policy) =>
  `${id}  ${name}${isDefault ? ' (default)' : ''}: ${scopeText(appliesTo)}`

function scopeText(appliesTo: AppliesTo | null | undefined): string {
  if (!appliesTo || appliesTo.all)
    return appliesTo?.chosen === false ? 'all projects, as nobody chose' : 'all projects'
  const parts = [...appliesTo.tags.map((tag) => `tag ${tag}`), ...appliesTo.projects]
  return parts.length === 0 ? 'no project' : parts.join(', ')
}
