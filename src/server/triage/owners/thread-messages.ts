/** What a thread is asked: the owners of paths by a `CODEOWNERS` file, within a number of steps. */
export interface ThreadRequest {
  content: string
  paths: readonly string[]
  limit: number
}

/** Its answer. */
export interface ThreadMatches {
  steps: number
  /** The different owners; null if there were too many steps. */
  owners: readonly string[] | null
  /** The place of the owner of each path in them; -1 if it has none. */
  ofPaths: Int32Array
}
