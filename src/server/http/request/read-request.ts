import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { DetailedOperation } from '#contract/operation.ts'
import { readQuery } from '#contract/parameters/query.ts'
import { badRequest, type Fault, HttpError, unprocessable } from '../errors.ts'
import { addIgnoredHeader } from './ignored-parameters.ts'
import { normalizeBody } from './normalize-body.ts'
import { readOnlyFields } from './read-only-fields.ts'
import { isRepeatedField } from './same-deployment.ts'

/** Decimal ids in paths, which are rejected if they are not unsigned 64-bit numbers. */
const idParameters = new Set(['scanId', 'policyId', 'repositoryId', 'id', 'change_id'])
const largestUint64 = 18446744073709551615n

/** Whether a text is an unsigned 64-bit number without sign or leading zeros. */
export function isUint64(text: string): boolean {
  return /^(0|[1-9]\d{0,19})$/.test(text) && BigInt(text) <= largestUint64
}

/**
 * Reads path, query and body by the operation's declaration, and lists undeclared names in a response header.
 * @returns the parsed values, and the body as it was sent.
 * @throws HttpError 400 with every fault of all three at once, 415 for a body that is not JSON, 422 for what cannot be
 * changed.
 */
export function readRequest(operation: DetailedOperation, request: FastifyRequest, reply: FastifyReply) {
  // parse: the router gives path parameters as texts.
  const path = { ...(request.params as Record<string, string>) }
  // Equal names must be equal texts, whatever their Unicode normalization form.
  if (path['projectName'] !== undefined) path['projectName'] = path['projectName'].normalize('NFC')
  const faults: Fault[] = []
  const add = (newFaults: readonly Fault[]) => {
    for (const fault of newFaults) faults.push(fault)
  }
  for (const [name, value] of Object.entries(path)) {
    if (
      name === 'deployment'
        ? /^\d+$/.test(value) && !isUint64(value)
        : idParameters.has(name) && !isUint64(value)
    ) {
      faults.push({
        parameter: name === 'deployment' ? 'deploymentId' : name,
        detail: `"${value.slice(0, 80)}" is not an unsigned 64-bit integer without leading zeros`,
      })
    }
  }
  const query = readQuery(operation.query ?? {}, queryPairs(request.raw.url ?? ''))
  add(query.faults)
  add(operation.queryFaults?.(withRuleNames(query)) ?? [])
  addIgnoredHeader(reply, query.ignored)
  let body: unknown
  const refused: Fault[] = []
  let unparsedBody: unknown
  if (operation.body) {
    unparsedBody = readJson(request)
    const normal = normalizeBody(operation.body, unparsedBody)
    const read = z.safeParse(operation.body, normal.value)
    if (read.success) {
      body = read.data
      add(nullCharacters(body))
      const unknown = [...normal.unknownFields()].filter(([name]) => !isRepeatedField(name, path))
      addIgnoredHeader(reply, [...query.ignored, ...unknown.map(([name]) => name)])
      if (refusesUnknown(operation)) {
        for (const [name, at] of unknown)
          refused.push({ pointer: pointerOf(at), detail: unknownDetail(operation, name) })
      }
    } else add(bodyFaults(read.error.issues))
  }
  if (faults.length > 0) throw badRequest(faults)
  if (refused.length > 0) throw unprocessable(refused)
  return { path, query: query.values, body, unparsedBody }
}

/**
 * Whether an unknown field of the body is a fault. What changes a resource would otherwise answer a change that it did
 * not make. Bodies that other services have too are read as they read them.
 */
const refusesUnknown = ({ method, mark }: DetailedOperation) =>
  (method === 'PATCH' || method === 'PUT') && mark !== 'documented'

const unknownDetail = ({ id }: DetailedOperation, name: string) =>
  readOnlyFields(id).has(name) ? `${name} cannot be changed here.` : `${name} is not a known field.`

/**
 * The valid parameters, for rules that compare them. None if the issue type is invalid, since the rules depend on it.
 */
function withRuleNames(query: ReturnType<typeof readQuery>): Record<string, never> {
  const unsure = query.faults.some((fault) => fault.parameter === 'issue_type')
  // parse: read with the operation's own shape, for which its rule is written.
  return (unsure ? {} : query.values) as Record<string, never>
}

/** The pairs of a query string, in order; `+` and `%20` are spaces. */
export function queryPairs(url: string): URLSearchParams {
  const mark = url.indexOf('?')
  return new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1))
}

/** Parses the JSON of a body. An empty body means `{}`. */
function readJson(request: FastifyRequest): unknown {
  const bytes = request.body
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return {}
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new HttpError(415, 'The body must be JSON (Content-Type: application/json).')
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    throw badRequest([{ pointer: '', detail: `is not JSON: ${reason}` }])
  }
}

/** Rejects null characters: the database would compare only the text before them. */
function nullCharacters(value: unknown, pointer = ''): Fault[] {
  if (typeof value === 'string')
    return value.includes('\0') ? [{ pointer, detail: 'contains a null character' }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, element]) =>
    nullCharacters(element, `${pointer}/${escaped(key)}`),
  )
}

const escaped = (segment: PropertyKey) => String(segment).replaceAll('~', '~0').replaceAll('/', '~1')

const pointerOf = (path: readonly PropertyKey[]) => path.map((segment) => `/${escaped(segment)}`).join('')

type Issue = z.core.$ZodIssue

/** Faults of a body with JSON pointers (RFC 6901). For a union, those of the branch that matched deepest. */
export function bodyFaults(issues: readonly Issue[], at: readonly PropertyKey[] = []): Fault[] {
  return issues.flatMap((issue) => {
    const path = [...at, ...issue.path]
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      const branches = issue.errors.map((branch) => bodyFaults(branch, path))
      return branches.reduce((best, branch) => (deepestIssue(branch) > deepestIssue(best) ? branch : best))
    }
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ pointer: pointerOf([...path, key]), detail: 'is not a known field' }))
    }
    return [{ pointer: pointerOf(path), detail: issue.message }]
  })
}

const deepestIssue = (faults: readonly Fault[]) =>
  faults.reduce((depth, fault) => Math.max(depth, fault.pointer?.split('/').length ?? 0), 0)
