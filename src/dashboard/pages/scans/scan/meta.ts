import { labels } from '../labels.ts'

/** The known metadata of a scan's run, each field only if it is a text. */
export interface ScanMeta {
  branch?: string
  commit?: string
  commitTitle?: string
  author?: string
  authorEmail?: string
  repository?: string
  repositoryUrl?: string
  jobUrl?: string
  pullRequest?: number
  pullRequestTitle?: string
  pullRequestAuthor?: string
  config?: string
  event?: string
}

type Text = { [K in keyof ScanMeta]: ScanMeta[K] extends string | undefined ? K : never }[keyof ScanMeta]

/** Maps fields of `meta` to the fields above. Source: docs/api.md#scans. */
const texts: readonly (readonly [string, NonNullable<Text>])[] = [
  ['branch', 'branch'],
  ['commit', 'commit'],
  ['commit_title', 'commitTitle'],
  ['commit_author_username', 'author'],
  ['commit_author_name', 'author'],
  ['commit_author_email', 'authorEmail'],
  ['repository', 'repository'],
  ['repo_url', 'repositoryUrl'],
  ['ci_job_url', 'jobUrl'],
  ['pull_request_title', 'pullRequestTitle'],
  ['pull_request_author_username', 'pullRequestAuthor'],
  ['config', 'config'],
  ['on', 'event'],
  ['true', 'event'],
]
/** Images are not loaded from other hosts. */
const others = new Set(['pull_request_id', 'commit_author_image_url', 'pull_request_author_image_url'])

/** Some examples of `meta` nest the title in an object. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() || undefined
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const textParts = Object.values(value).filter((part) => typeof part === 'string')
  return textParts.length === 1 ? textParts[0] : undefined
}

/** Reads the known fields of `meta`; `rest` has the other fields as text. */
export function readMeta(meta: Readonly<Record<string, unknown>>): {
  known: ScanMeta
  rest: readonly (readonly [string, string])[]
} {
  const known: ScanMeta = {}
  for (const [from, to] of texts) {
    const text = textOf(meta[from])
    if (text !== undefined) known[to] = text
  }
  const id = Number(meta['pull_request_id'])
  if (Number.isSafeInteger(id) && id > 0) known.pullRequest = id
  const named = new Set([...texts.map(([from]) => from), ...others])
  const rest = Object.entries(meta).flatMap(([name, value]): [string, string][] =>
    named.has(name) || value === null || value === undefined
      ? []
      : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
  )
  return { known, rest }
}

/** Describes a scanner's exit code. Scanners agree on 0 and 1; higher codes are specific to each. */
export function exitText(code: number | null | undefined): string {
  if (code === null || code === undefined) return labels.run.notProvided
  if (code === 0) return labels.run.exit.ok
  if (code === 1) return labels.run.exit.findings
  return labels.run.exit.failed(code)
}

/** Describes whether a scan has logs. Gatehouse never stores them. */
export function logText(has: boolean | null | undefined): string {
  if (has === true) return labels.run.logsKept
  return has === false ? labels.run.noLogs : labels.run.notProvided
}
