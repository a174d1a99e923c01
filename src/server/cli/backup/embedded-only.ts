import { WrongUse } from '../command.ts'

/** @throws WrongUse if the environment names another database than the embedded one. */
export function demandEmbedded(command: string, environment: NodeJS.ProcessEnv): void {
  if (!environment['DATABASE_URL']) return
  throw new WrongUse(
    `gatehouse ${command} works on the embedded database, but DATABASE_URL is set. Use the tools of that database, or leave DATABASE_URL unset.`,
  )
}
