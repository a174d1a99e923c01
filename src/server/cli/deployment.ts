import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { detailOf } from './answers.ts'
import { type Command, plain, say, WrongUse } from './command.ts'
import { connect } from './connect.ts'

export const deployment: Command = {
  help: `Makes another deployment beside those there are. The slug has 1 to 63 lower-case letters, digits and hyphens
with a letter among them; it stands in addresses and after --deployment.`,
  async run(words) {
    const { positionals } = parseArgs({ args: words, allowPositionals: true })
    const [verb, name, ...more] = positionals
    if (verb !== 'add' || name === undefined || more.length > 0) {
      throw new WrongUse('Usage: gatehouse deployment add slug:Name')
    }
    const connection = await connect(readConfig(process.env))
    try {
      const { status, body } = await connection.send('POST', '/local/deployments', { name })
      if (status === 400) throw new WrongUse(detailOf(body))
      if (status !== 200) throw new Error(detailOf(body))
      say(plain(`The deployment ${name} is made.`))
      return 0
    } finally {
      await connection.close()
    }
  },
}
