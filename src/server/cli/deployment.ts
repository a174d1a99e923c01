import { parseArgs } from 'node:util'
import { plural } from '#lib/text/format.ts'
import { readConfig } from '#server/base/config/config.ts'
import type { Connection } from '#server/operations/client/connection.ts'
import { problemDetailOf } from '#server/operations/client/problem-details.ts'
import { type Command, escapeLine, printLine, WrongUse } from '#server/operations/command.ts'
import { connect } from './connect.ts'
import { saveArchive } from './save-archive.ts'

const usage = 'Usage: gatehouse deployment add slug:Name | export SLUG FILE | delete SLUG [--confirm SLUG]'

export const deployment: Command = {
  help: `add creates another deployment. The slug has 1 to 63 lowercase letters, digits and hyphens, with at least one letter.
It is used in URLs and with --deployment.

export writes all data of a deployment to FILE, one JSON document in each line, compressed if the name ends in .gz.

delete deletes a deployment with all its data, which cannot be undone. Without --confirm it says what would be deleted and
changes nothing.`,
  async run(words) {
    const { positionals, values } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { confirm: { type: 'string' } },
    })
    const [verb, name, file, ...more] = positionals
    const { confirm } = values
    const isKnown = verb === 'add' || verb === 'export' || verb === 'delete'
    const hasFile = file !== undefined
    if (!isKnown || name === undefined || more.length > 0 || hasFile !== (verb === 'export'))
      throw new WrongUse(usage)
    if (confirm !== undefined && verb !== 'delete') throw new WrongUse(usage)
    const connection = await connect(readConfig(process.env))
    try {
      if (verb === 'add') await addDeployment(connection, name)
      else if (verb === 'delete') await deleteDeployment(connection, name, confirm)
      else await exportDeployment(connection, name, file ?? '')
      return 0
    } finally {
      await connection.close()
    }
  },
}

async function addDeployment(connection: Connection, name: string) {
  const { status, body } = await connection.send('POST', '/local/deployments', { name })
  if (status === 400) throw new WrongUse(problemDetailOf(body))
  if (status !== 200) throw new Error(problemDetailOf(body))
  printLine(escapeLine(`Created the deployment ${name}.`))
}

const addressOf = (slug: string) => `/local/deployments/${encodeURIComponent(slug)}`

async function exportDeployment(connection: Connection, slug: string, file: string) {
  await saveArchive(connection, `${addressOf(slug)}/archive`, file)
  printLine(escapeLine(`Exported the deployment ${slug} to ${file}.`))
}

async function deleteDeployment(connection: Connection, slug: string, confirm: string | undefined) {
  const { status, body } = await connection.send('GET', addressOf(slug))
  if (status === 404 && confirm === undefined) throw new WrongUse(problemDetailOf(body))
  if (confirm !== slug) {
    printLine(escapeLine(`The deployment ${slug} contains ${contentText(body)}.`))
    throw new WrongUse(`Nothing was deleted. To delete all of it for good, add: --confirm ${slug}`)
  }
  printLine(escapeLine(`Deleting the deployment ${slug}.`))
  const deleted = await connection.send('DELETE', addressOf(slug))
  if (deleted.status !== 200) throw new Error(problemDetailOf(deleted.body))
  printLine(escapeLine(`Deleted ${contentText(deleted.body)}.`))
}

function contentText(body: unknown): string {
  // parse: answered by our own service to its owner.
  const content = body as Record<string, number>
  return [
    plural(content['projects'] ?? 0, 'project'),
    plural(content['scans'] ?? 0, 'scan'),
    plural(content['findings'] ?? 0, 'finding'),
    plural(content['dependencies'] ?? 0, 'dependency', 'dependencies'),
    plural(content['exports'] ?? 0, 'SBOM export'),
    plural(content['tokens'] ?? 0, 'token'),
    plural(content['auditEvents'] ?? 0, 'audit event'),
  ].join(', ')
}
