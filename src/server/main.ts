import { type Command, complain, say, WrongUse } from './cli/command.ts'
import { deployment } from './cli/deployment.ts'
import { importFiles } from './cli/import.ts'
import { serve } from './cli/serve.ts'
import { token } from './cli/token.ts'
import { version } from './cli/version.ts'
import { ConfigFault } from './config.ts'

const commands: Record<string, Command> = { serve, import: importFiles, token, deployment }
const notBuilt = ['seed', 'backup', 'migrate', 'doctor']

function usage(): string {
  const rows = Object.values(commands).map(({ usage, summary }) => `  ${usage.padEnd(46)} ${summary}`)
  return `Usage: gatehouse COMMAND\n\n${rows.join('\n')}\n\ngatehouse COMMAND --help says more. gatehouse --version says the version.`
}

async function run([name, ...words]: string[]): Promise<number> {
  if (name === '--version') return said(version())
  if (name === undefined || name === '--help' || name === 'help') return said(usage())
  if (notBuilt.includes(name)) throw new WrongUse(`"${name}" is not there in this version yet.`)
  const command = commands[name]
  if (!command) throw new WrongUse(`There is no command "${name}". gatehouse --help lists them.`)
  if (words.includes('--help')) return said(`Usage: gatehouse ${command.usage}\n\n${command.help}`)
  return command.run(words)
}

function said(text: string): number {
  say(text)
  return 0
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  complain((error instanceof Error ? error.message : String(error)).replaceAll('\n', ' '))
  const wrongUse =
    error instanceof WrongUse ||
    error instanceof ConfigFault ||
    (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
  process.exitCode = wrongUse ? 2 : 1
}
