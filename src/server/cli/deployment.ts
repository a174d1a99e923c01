import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { type Command, escapeLine, printLine, WrongUse } from './command.ts'
import { connect } from './connect.ts'
import { problemDetailOf } from './problem-details.ts'

export const deployment: Command = {
  help: `Creates another deployment. The slug has 1 to 63 lowercase letters, digits and hyphens, with at least one letter.
It is used in URLs and with --deployment.`,
  async run(words) {
    const { positionals } = parseArgs({ args: words, allowPositionals: true })
    const [verb, name, ...more] = positionals
    if (verb !== 'add' || name === undefined || more.length > 0) {
      throw new WrongUse('Usage: gatehouse deployment add slug:Name')
    }
    const connection = await connect(readConfig(process.env))
    try {
      const { status, body } = await connection.send('POST', '/local/deployments', { name })
      if (status === 400) throw new WrongUse(problemDetailOf(body))
      if (status !== 200) throw new Error(problemDetailOf(body))
      printLine(escapeLine(`Created the deployment ${name}.`))
      return 0
    } finally {
      await connection.close()
    }
  },
}
