import { formatNumber, joinWords, plural } from './format.ts'

/** Returns a ref in full: `main` → `refs/heads/main`. Source: docs/api.md#rules-for-all-operations. */
export const wholeRef = (ref: string): string => (ref.startsWith('refs/') ? ref : `refs/heads/${ref}`)

const pullRequest = /^refs\/(?:pull|pull-requests|merge-requests)\/(\d+)(?:\/|$)/

/**
 * Returns the label of a ref: `refs/heads/main` → `main`, `refs/pull/12/merge` → `pull request 12`, `refs/tags/v1` →
 * `tag v1`.
 */
export function refLabel(ref: string): string {
  const number = pullRequest.exec(ref)?.[1]
  if (number) return `pull request ${number}`
  if (ref.startsWith('refs/heads/')) return ref.slice('refs/heads/'.length)
  if (ref.startsWith('refs/tags/')) return `tag ${ref.slice('refs/tags/'.length)}`
  return ref
}

/**
 * Returns a short label of several refs: up to two branches by name, pull requests by number: `main and 2 pull
 * requests`.
 */
export function refsLabel(refs: readonly string[]): string {
  const requests = refs.filter((ref) => pullRequest.test(ref))
  const others = refs.filter((ref) => ref !== '' && !pullRequest.test(ref)).map(refLabel)
  const only = requests[0]
  const words = others.slice(0, others.length > 3 ? 2 : 3)
  if (others.length > words.length) words.push(`${formatNumber(others.length - words.length)} more branches`)
  if (only !== undefined) {
    words.push(requests.length === 1 ? refLabel(only) : plural(requests.length, 'pull request'))
  }
  return joinWords(words)
}
