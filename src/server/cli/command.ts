import { escapeInvisible } from '#lib/text/invisible-characters.ts'

/** The command was used wrongly: one line, exit status 2. */
export class WrongUse extends Error {}

/** A part of the command line. */
export interface Command {
  /** What `--help` prints. */
  readonly help: string
  /**
   * @returns the exit status: 0, or 1 where something failed that was said already.
   * @throws WrongUse, or an error whose message is said in one line with status 1.
   */
  run(words: string[]): Promise<number>
}

/** Writes a line for whoever started the command, or the program that reads what it says. */
export const printLine = (line: string) => process.stdout.write(`${line}\n`)
/** Writes a line about what is wrong, apart from what the command answers. */
export const printError = (line: string) => process.stderr.write(`gatehouse: ${line}\n`)

/** A line for the terminal: characters of names and files that nobody sees, or that control it, show their numbers. */
export const escapeLine = (line: string) => escapeInvisible(line.replaceAll(/[\t\n\r]/g, ' '))
