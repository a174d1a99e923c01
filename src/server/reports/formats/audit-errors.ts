import type { Outline } from './outline.ts'

/** The keys that npm writes beside its error: the request that the registry refused. */
const requestKeys = new Set(['error', 'message', 'method', 'uri', 'headers', 'statusCode', 'body'])

/** Codes of npm and of what it runs on: `ENOLOCK`, `E404`, `ERR_SOCKET_TIMEOUT`, `SELF_SIGNED_CERT_IN_CHAIN`. */
const npmCode = /^(?:E[A-Z0-9][A-Z0-9_]+|[A-Z_]*(?:CERT|SIGNATURE)[A-Z_]*)$/

/**
 * Whether a file is what an audit by npm or pnpm writes if it fails: an `error` with `code`, `summary` and `detail`, or
 * with a `code` and a `message` of pnpm; or the request that the registry of npm refused.
 */
export function isAuditError(outline: Outline): boolean {
  if (outline.root !== 'object' || [...outline.keys.keys()].some((key) => !requestKeys.has(key))) return false
  const error = outline.keys.get('error')
  if (error === undefined) return isAuditRequest(outline)
  const [kind, keys] = [error.kind, [...error.keys].toSorted().join(' ')]
  const code = outline.text('error', 'code')
  if (kind !== 'object') return false
  if (keys === 'code message') return code?.startsWith('ERR_PNPM_') ?? false
  if (keys === 'code detail summary') return code !== null && npmCode.test(code)
  return keys === 'detail summary' && outline.kind('message') === 'string'
}

const isAuditRequest = (outline: Outline) =>
  outline.kind('message') === 'string' &&
  outline.kind('method') === 'string' &&
  (outline.text('uri') ?? '').includes('/-/npm/v1/security/')
