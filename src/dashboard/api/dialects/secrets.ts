import { readFinding } from './dialects.ts'
import { isObject, readObject } from './shapes.ts'

/** Returns the secrets of a list response with their displayable fields; `leftOut` counts those without a finding. */
export function readSecrets(answer: unknown): { findings: object[]; leftOut: number } {
  const list = isObject(answer) && Array.isArray(answer['findings']) ? answer['findings'] : []
  const findings = list.flatMap((secret) => {
    const finding = isObject(secret) ? readFinding(secret['finding']) : undefined
    if (!finding || !isObject(secret)) return []
    return [
      { ...readObject({ type: 'text', validationState: 'text', validatedAt: 'text' }, secret), finding },
    ]
  })
  return { findings, leftOut: list.length - findings.length }
}
