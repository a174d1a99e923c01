import { escapeInvisible } from '#lib/text/invisible-characters.ts'

/** An incorrect use of the command: one line, exit status 2. */
export class WrongUse extends Error {}

/** A subcommand of the command line. */
export interface Command {
  /** What `--help` prints. */
  readonly help: string
  /**
   * @returns the exit status: 0, or 1 after an error that was already printed.
   * @throws WrongUse, or an error whose message is printed in one line with status 1.
   */
  run(words: string[]): Promise<number>
}

/** Writes a line to standard output, for people and scripts. */
export const printLine = (line: string) => process.stdout.write(`${line}\n`)
/** Writes an error message to standard error. */
export const printError = (line: string) => process.stderr.write(`gatehouse: ${line}\n`)

/**
 * Formats a line for the terminal: invisible and control characters in names and files are shown as their code points.
 */
export const escapeLine = (line: string) => escapeInvisible(line.replaceAll(/[\t\n\r]/g, ' '))
