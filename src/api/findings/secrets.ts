import { listSecrets } from '#contract/operations/secrets.ts'
import type { Finding } from '../dialects/dialects.ts'
import { callWithHeaders, leftOutOf } from '../http/transport.ts'
import type { SecretRow } from './secret-row.ts'

/**
 * One page of secrets with the headers of the answer. `query` is that of the list of findings.
 * `leftOut` counts what another service sent without its finding, so that it cannot be shown.
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
  const findings = answer.findings.flatMap(({ finding, type, validationState, validatedAt }): SecretRow[] => {
    const secret = {
      type: type ?? null,
      validationState: validationState ?? null,
      validatedAt: validatedAt ?? null,
    }
    // parse: the fields that only supply chain findings have are missing.
    return finding ? [{ ...(finding as Finding), secret }] : []
  })
  return { findings, leftOut: leftOutOf(answer), headers }
}
