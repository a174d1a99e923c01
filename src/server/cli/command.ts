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

export const say = (line: string) => process.stdout.write(`${line}\n`)
export const complain = (line: string) => process.stderr.write(`gatehouse: ${line}\n`)
