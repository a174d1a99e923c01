import { listSecrets } from '#contract/operations/secrets.ts'
import { readFinding } from '../dialects/dialects.ts'
import { isObject, type Raw, readObject } from '../dialects/shapes.ts'
import { callWithHeaders } from '../http/transport.ts'
import type { SecretFacts, SecretRow } from './secret-row.ts'

function factsOf(secret: Raw): SecretFacts {
  const read = readObject({ type: 'text', validationState: 'text', validatedAt: 'text' }, secret)
  const text = (name: keyof SecretFacts) => (typeof read[name] === 'string' ? read[name] : null)
  return { type: text('type'), validationState: text('validationState'), validatedAt: text('validatedAt') }
}

/**
 * One page of secrets with the headers of the answer. `query` is that of the list of findings.
 * `leftOut` counts what came without its finding and cannot be shown.
 */
export async function fetchSecrets(
  deployment: string,
  { since, ...query }: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<{ findings: SecretRow[]; leftOut: number; headers: Headers }> {
  const { answer, headers } = await callWithHeaders(listSecrets, {
    path: { deploymentId: deployment },
    query: { ...query, since: since === undefined ? undefined : String(since), include: ['finding'] },
    signal,
  })
  const list = isObject(answer) && Array.isArray(answer['findings']) ? answer['findings'] : []
  const findings = list.flatMap((secret): SecretRow[] => {
    const finding = isObject(secret) ? readFinding(secret['finding']) : undefined
    return finding && isObject(secret) ? [{ ...finding, secret: factsOf(secret) }] : []
  })
  return { findings, leftOut: list.length - findings.length, headers }
}
