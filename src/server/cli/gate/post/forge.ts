/** A comment of a pull request. */
export interface Comment {
  id: string
  body: string
  /** Who wrote it, in the terms of `Forge.author`. */
  author: string
}

/** The state of a commit: `none` is an error, which GitLab has no own state for. */
export type CommitState = 'pass' | 'fail' | 'none' | 'waiting'

export interface CommitStatus {
  /** Tells the statuses of projects and tools apart. */
  context: string
  state: CommitState
  description: string
  /** Where it leads; null for nowhere. */
  url: string | null
}

/** What is written to a code host. */
export type Part = 'comment' | 'status'

/** A code host, with a token and the pull request that is written to. */
export interface Forge {
  readonly name: 'GitHub' | 'GitLab'
  /** The pull request in words; null where none is known, which leaves the status. */
  readonly change: string | null
  /** What a person does when the token is not allowed to write these parts. */
  permission(parts: readonly Part[]): string
  /** The variable that the address is read from. */
  readonly addressVariable: string
  /** The comments of the pull request in pages, oldest first. */
  comments(): AsyncIterable<readonly Comment[]>
  /** Whom the token belongs to. */
  author(): Promise<string>
  create(body: string): Promise<Comment>
  edit(id: string, body: string): Promise<void>
  remove(id: string): Promise<void>
  setStatus(status: CommitStatus): Promise<void>
}

/** The project and commit on the code host. */
export interface Target {
  /** The commit of the status. */
  commit: string
  /** The number of the pull request; null if there is none. */
  pullRequest: string | null
}

/** A variable that is missing or wrong. Its message says what to do. */
export class WrongEnvironment extends Error {}

/**
 * The address of an API from a variable, without a trailing slash.
 * @throws WrongEnvironment if it is no web address. The value is not repeated, since it may contain a password.
 */
export function addressOf(environment: NodeJS.ProcessEnv, variable: string, otherwise: string): string {
  const url = URL.parse(environment[variable] || otherwise)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new WrongEnvironment(`${variable} is not an HTTP or HTTPS URL such as ${otherwise}.`)
  return url.href.replace(/\/+$/, '')
}
