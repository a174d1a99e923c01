import { httpUrl } from './http-url.ts'

interface Host {
  commit: (commit: string) => string
  pullRequest: (id: number) => string
  /** The URL of a line of a file on a branch; both are escaped. */
  line: (branch: string, path: string, line: number | undefined) => string
}

const lineFragment = (prefix: string, line: number | undefined) =>
  line === undefined ? '' : `#${prefix}${line}`

const github: Host = {
  commit: (id) => `commit/${id}`,
  pullRequest: (id) => `pull/${id}`,
  line: (branch, path, line) => `blob/${branch}/${path}${lineFragment('L', line)}`,
}
const gitlab: Host = {
  commit: (id) => `-/commit/${id}`,
  pullRequest: (id) => `-/merge_requests/${id}`,
  line: (branch, path, line) => `-/blob/${branch}/${path}${lineFragment('L', line)}`,
}
const bitbucket: Host = {
  commit: (id) => `commits/${id}`,
  pullRequest: (id) => `pull-requests/${id}`,
  line: (branch, path, line) => `src/${branch}/${path}${lineFragment('lines-', line)}`,
}

/** Maps the first or only label of a host name to a code host. */
const hosts: readonly (readonly [RegExp, Host])[] = [
  [/^(github\.com|github\.[^.]+\.[^.]+)$/, github],
  [/^(gitlab\.com|gitlab\..+)$/, gitlab],
  [/^bitbucket\.org$/, bitbucket],
]

function repositoryPath(
  repository: string | null | undefined,
  pathOf: (host: Host) => string,
): string | undefined {
  const address = httpUrl(repository)
  if (address === undefined) return undefined
  const url = new URL(address)
  const host = hosts.find(([name]) => name.test(url.hostname))?.[1]
  if (!host) return undefined
  const base = url.pathname.replace(/\/+$/, '').replace(/\.git$/, '')
  return base === '' ? undefined : `${url.origin}${base}/${pathOf(host)}`
}

/** Returns the URL of a commit at the code host; undefined if the host's URLs are unknown. */
export function commitAddress(
  repository: string | null | undefined,
  commit: string | null | undefined,
): string | undefined {
  if (!commit || !/^[0-9a-f]{7,64}$/i.test(commit)) return undefined
  return repositoryPath(repository, (host) => host.commit(commit))
}

/** Returns the URL of a pull request at the code host; undefined if the host's URLs are unknown. */
export function pullRequestAddress(
  repository: string | null | undefined,
  id: number | undefined,
): string | undefined {
  if (id === undefined || !Number.isSafeInteger(id) || id < 1) return undefined
  return repositoryPath(repository, (host) => host.pullRequest(id))
}

/** A location in a repository. */
export interface LinePlace {
  repository: string | null | undefined
  ref: string | null | undefined
  path: string | null
  line?: number | null | undefined
}

/**
 * Returns the URL of a line on a branch at the code host; undefined if the host's URLs are unknown, and for refs that
 * are not branches.
 */
export function lineAddress({ repository, ref, path, line }: LinePlace): string | undefined {
  const branch = /^refs\/heads\/(.+)$/.exec(ref ?? '')?.[1]
  if (!path || !branch || /(^|\/)\.{0,2}(\/|$)/.test(path) || !(branch + path).isWellFormed())
    return undefined
  const escaped = (text: string) => text.split('/').map(encodeURIComponent).join('/')
  const at = typeof line === 'number' && line >= 1 ? line : undefined
  return repositoryPath(repository, (host) => host.line(escaped(branch), escaped(path), at))
}
