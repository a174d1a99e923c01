import { readFinding } from './dialects.ts'
import { isObject, readObject } from './shapes.ts'

/** The secrets of a list answer with what can be shown of them; `leftOut` counts what came without its finding. */
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
