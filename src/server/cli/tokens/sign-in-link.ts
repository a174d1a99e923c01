import { dataFolderOf } from '#server/base/config/config.ts'
import { connectToRunning } from '#server/operations/client/connect-to-running.ts'
import { problemDetailOf } from '#server/operations/client/problem-details.ts'
import { type Command, printLine } from '#server/operations/command.ts'

export const signInLink: Command = {
  help: `Prints a one-time link that signs in to the running service as the administrator. It is valid
once, for 10 minutes. No token is required: access to the data folder is enough.`,
  async run() {
    const folder = dataFolderOf(process.env)
    const connection = await connectToRunning(folder)
    if (!connection) {
      throw new Error(`No service is running with ${folder}. Start it to get a sign-in link.`)
    }
    try {
      const { status, body } = await connection.send('POST', '/local/sign-in-link', {})
      if (status !== 200) throw new Error(problemDetailOf(body))
      // parse: answered by our own service to its owner.
      printLine((body as { url: string }).url)
      return 0
    } finally {
      await connection.close()
    }
  },
}
