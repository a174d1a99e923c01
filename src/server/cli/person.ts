import { parseArgs } from 'node:util'
import { plural } from '#lib/text/format.ts'
import { readConfig } from '#server/base/config/config.ts'
import type { Connection } from '#server/operations/client/connection.ts'
import { problemDetailOf } from '#server/operations/client/problem-details.ts'
import { type Command, escapeLine, printLine, WrongUse } from '#server/operations/command.ts'
import { connect } from './connect.ts'
import { saveArchive } from './save-archive.ts'

const usage = 'Usage: gatehouse person export NAME FILE | delete NAME [--confirm NAME]'

export const person: Command = {
  help: `A person is the name of tokens, as in the history and the audit log, in all deployments.

export writes all rows with the name to FILE, one JSON document in each line, compressed if the name ends in .gz.

delete deletes the tokens, sessions and own views of a person, and replaces their name everywhere else by a neutral one.
This cannot be undone. Without --confirm it says what would be changed and changes nothing.`,
  async run(words) {
    const { positionals, values } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { confirm: { type: 'string' } },
    })
    const [verb, name, file, ...more] = positionals
    const isExport = verb === 'export'
    const isWrong = !isExport && verb !== 'delete'
    if (isWrong || name === undefined || more.length > 0 || (file !== undefined) !== isExport)
      throw new WrongUse(usage)
    if (isExport && values.confirm !== undefined) throw new WrongUse(usage)
    const connection = await connect(readConfig(process.env))
    try {
      const rows = await rowsOf(connection, name)
      if (isExport) {
        await saveArchive(connection, `${addressOf(name)}/archive`, file ?? '')
        printLine(escapeLine(`Exported ${plural(rows, 'row')} with the name ${name} to ${file}.`))
      } else await deletePerson(connection, name, { rows, confirm: values.confirm })
      return 0
    } finally {
      await connection.close()
    }
  },
}

const addressOf = (name: string) => `/local/people/${encodeURIComponent(name)}`

/** @throws WrongUse if nothing has the name. */
async function rowsOf(connection: Connection, name: string): Promise<number> {
  const { status, body } = await connection.send('GET', addressOf(name))
  if (status !== 200) throw new Error(problemDetailOf(body))
  // parse: answered by our own service to its owner.
  const rows = Object.values(body as Record<string, number>).reduce((sum, count) => sum + count, 0)
  if (rows === 0) throw new WrongUse(`Nothing has the name "${name}".`)
  return rows
}

async function deletePerson(
  connection: Connection,
  name: string,
  { rows, confirm }: { rows: number; confirm: string | undefined },
) {
  if (confirm !== name) {
    printLine(escapeLine(`${plural(rows, 'row')} have the name ${name}.`.replace('1 row have', '1 row has')))
    throw new WrongUse(
      `Nothing was changed. To delete the person's own data and replace the name, add: --confirm "${name}"`,
    )
  }
  const { status, body } = await connection.send('DELETE', addressOf(name))
  if (status !== 200) throw new Error(problemDetailOf(body))
  // parse: answered by our own service to its owner.
  const { replacement } = body as { replacement: string }
  printLine(escapeLine(`Deleted ${name}. History and audit log now say "${replacement}".`))
}
