import type { SecretFinding } from '#contract/answers/secrets.ts'
import { listSecrets } from '#contract/secrets.ts'
import { readFinding } from './dialects.ts'
import type { SecretRow } from './secret-row.ts'
import { isObject } from './shapes.ts'
import { callWithHeaders } from './transport.ts'

/**
 * One page of secrets with the headers of the answer. `query` is that of the list of findings.
 * `leftOut` counts what came without its finding and cannot be shown.
 */
export async function askForSecrets(
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
    // parse: an element of the answer, of which only texts are shown
    return finding ? [{ ...finding, secret: secret as unknown as SecretFinding }] : []
  })
  return { findings, leftOut: list.length - findings.length, headers }
}
