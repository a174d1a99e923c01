import { dataFolderOf } from '../config.ts'
import { detailOf } from './answers.ts'
import { type Command, say } from './command.ts'
import { connectToRunning } from './connect.ts'

export const signInLink: Command = {
  help: `Prints a link of the running service that signs in once as the administrator. It works for ten minutes, and as
long as this service runs. It needs no token: whoever may use the folder of the data may sign in.`,
  async run() {
    const folder = dataFolderOf(process.env)
    const connection = await connectToRunning(folder)
    if (!connection) {
      throw new Error(`No service is running on ${folder}. Start it: it prints a sign-in link.`)
    }
    try {
      const { status, body } = await connection.send('POST', '/local/sign-in-link', {})
      if (status !== 200) throw new Error(detailOf(body))
      // parse: answered by our own service to its owner.
      say((body as { url: string }).url)
      return 0
    } finally {
      await connection.close()
    }
  },
}
