import { ConfigFault, dataFolderOf } from './base/config/config.ts'
import { version } from './base/version.ts'
import { useModuleCache } from './cli/serve/compile-cache.ts'
import { type Command, escapeLine, printError, printLine, WrongUse } from './operations/command.ts'

interface ListedCommand {
  usage: string
  summary: string
  /** Loaded on demand: most of the service is needed only by `serve`. */
  load(): Promise<Command>
}

const commands: Record<string, ListedCommand> = {
  serve: {
    usage: 'serve',
    summary: 'start the service and the dashboard',
    async load() {
      useModuleCache(dataFolderOf(process.env))
      return (await import('./cli/serve/serve.ts')).serve
    },
  },
  import: {
    usage: 'import FILE… --project org/repo',
    summary: 'import scanner reports, or retire a source',
    load: async () => (await import('./cli/import.ts')).importFiles,
  },
  gate: {
    usage: 'gate [FILE…] --project org/repo --commit SHA',
    summary: 'send scanner reports and decide whether a commit may pass',
    load: async () => (await import('./cli/gate.ts')).gate,
  },
  seed: {
    usage: 'seed [--profile demo|M|L] [--deployment slug:Name]',
    summary: 'create demo data for evaluation and benchmarks',
    load: async () => (await import('./cli/seed.ts')).seed,
  },
  vex: {
    usage: 'vex import FILE… | export, --project org/repo',
    summary: 'import or export VEX documents and ignore files',
    load: async () => (await import('./cli/vex.ts')).vex,
  },
  branch: {
    usage: 'branch delete REF… | restore REF…, --project org/repo',
    summary: 'delete branches with their findings, or restore them',
    load: async () => (await import('./cli/branch.ts')).branch,
  },
  policy: {
    usage: 'policy list | create NAME | copy | rename | apply | add | remove | delete | undo',
    summary: 'create and change policies and their projects, with undo',
    load: async () => (await import('./cli/policy.ts')).policy,
  },
  project: {
    usage: 'project rename NAME NEW | merge | split | undo',
    summary: 'rename, merge or split a project, with undo',
    load: async () => (await import('./cli/project.ts')).project,
  },
  token: {
    usage: 'token NAME [--role ROLE] | list | revoke ID…',
    summary: 'create a token, shown once; list and revoke tokens',
    load: async () => (await import('./cli/tokens/token.ts')).token,
  },
  invite: {
    usage: 'invite EMAIL [--role ROLE] | list | revoke EMAIL',
    summary: 'invite a person by a link; list and revoke invitations',
    load: async () => (await import('./cli/invite.ts')).invite,
  },
  'sign-in-link': {
    usage: 'sign-in-link',
    summary: 'print a one-time sign-in link',
    load: async () => (await import('./cli/tokens/sign-in-link.ts')).signInLink,
  },
  deployment: {
    usage: 'deployment add slug:Name | export SLUG FILE | delete SLUG',
    summary: 'create, export or delete a deployment',
    load: async () => (await import('./cli/deployment.ts')).deployment,
  },
  person: {
    usage: 'person export NAME FILE | delete NAME',
    summary: "export or delete a person's data",
    load: async () => (await import('./cli/person.ts')).person,
  },
  backup: {
    usage: 'backup FILE [--force] | --verify FILE',
    summary: 'back up the data, or verify a backup',
    load: async () => (await import('./cli/backup.ts')).backup,
  },
  restore: {
    usage: 'restore FILE',
    summary: 'restore a backup into an empty data folder or database',
    load: async () => (await import('./cli/restore.ts')).restore,
  },
  rehearse: {
    usage: 'rehearse [--reports FOLDER] [--with PROGRAM]',
    summary: 'try the update to this version on a copy of the data',
    load: async () => (await import('./cli/rehearse.ts')).rehearse,
  },
  migrate: {
    usage: 'migrate [--dry-run | --from FOLDER | --to FOLDER]',
    summary: 'update the database, or move it to PostgreSQL and back',
    load: async () => (await import('./cli/migrate.ts')).migrate,
  },
  doctor: {
    usage: 'doctor [--full] [--json]',
    summary: 'check the installation and say what to do',
    load: async () => (await import('./operations/doctor/doctor.ts')).doctor,
  },
}

function usage(): string {
  const rows = Object.values(commands).map((listed) => `  ${listed.usage.padEnd(52)} ${listed.summary}`)
  return `Usage: gatehouse COMMAND\n\n${rows.join('\n')}\n\nRun gatehouse COMMAND --help for details, or gatehouse --version for the version.`
}

async function runCommand([name, ...words]: string[]): Promise<number> {
  if (name === '--version') return print(version())
  if (name === undefined || name === '--help' || name === 'help') return print(usage())
  const listed = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!listed) throw new WrongUse(`Unknown command "${name}". Run gatehouse --help for the list.`)
  const command = await listed.load()
  if (words.includes('--help')) return print(`Usage: gatehouse ${listed.usage}\n\n${command.help}`)
  return command.run(words)
}

function print(text: string): number {
  printLine(text)
  return 0
}

// All written files must be accessible to their owner only.
process.umask(0o077)
try {
  process.exitCode = await runCommand(process.argv.slice(2))
} catch (error) {
  printError(escapeLine(error instanceof Error ? error.message : String(error)))
  const wrongUse =
    error instanceof WrongUse ||
    error instanceof ConfigFault ||
    (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
  process.exitCode = wrongUse ? 2 : 1
}
