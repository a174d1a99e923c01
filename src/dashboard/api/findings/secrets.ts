import { listSecrets } from '#contract/operations/secrets.ts'
import type { Finding } from '../dialects/dialects.ts'
import { callWithHeaders, leftOutOf } from '../http/transport.ts'
import type { SecretRow } from './secret-row.ts'

/**
 * Loads a page of secrets with the headers of the response. `query` is that of the findings list. `leftOut` counts
 * secrets that another service sent without their finding, which cannot be shown.
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
    // parse: the fields of supply-chain findings are missing.
    return finding ? [{ ...(finding as Finding), secret }] : []
  })
  return { findings, leftOut: leftOutOf(answer), headers }
}
