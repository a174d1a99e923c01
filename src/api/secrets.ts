import type { SecretFinding } from '#contract/answers/secrets.ts'
import { listSecrets } from '#contract/secrets.ts'
import { type Finding, readFinding } from './dialects.ts'
import { isObject } from './shapes.ts'
import { callWithHeaders } from './transport.ts'

/** A secret as a row of a list: a finding, and beside it what only secrets have. */
export type SecretRow = Finding & { secret: SecretFinding }

/**
 * One page of secrets with the headers of the answer. `query` is that of the list of findings.
 * `leftOut` counts what came without its finding and cannot be shown.
 */
export async function askForSecrets(
  deployment: string,
  query: Omit<Parameters<typeof callWithHeaders<typeof listSecrets>>[1]['query'] & object, 'include'>,
  signal: AbortSignal,
): Promise<{ findings: SecretRow[]; leftOut: number; headers: Headers }> {
  const { answer, headers } = await callWithHeaders(listSecrets, {
    path: { deploymentId: deployment },
    query: { ...query, include: ['finding'] },
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
