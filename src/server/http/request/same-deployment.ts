import { type Fault, unprocessable } from '../errors.ts'
import type { Deployment } from '../services.ts'

const deploymentFields = (name: string) => name === 'deploymentId' || name === 'deploymentSlug'

/** Whether a body's field repeats a parameter of the path. */
export const isRepeatedField = (name: string, path: Readonly<Record<string, string>>) =>
  Object.hasOwn(path, deploymentFields(name) ? 'deployment' : name)

/**
 * Compares values of the body that repeat the path: ids, and the names of deployment and project.
 * @param path the parameters of the path; the deployment's id or slug is `deployment`.
 * @throws HttpError 422 with a fault for each difference. Source: docs/api.md#errors.
 */
export function assertSameDeployment(
  body: unknown,
  path: Readonly<Record<string, string>>,
  deployment: Deployment | undefined,
): void {
  if (typeof body !== 'object' || body === null) return
  const names = Object.keys(path).flatMap((name) =>
    name === 'deployment' ? ['deploymentId', 'deploymentSlug'] : [name],
  )
  const faults = names.flatMap((name): Fault[] => {
    const value = Object.hasOwn(body, name) ? Object(body)[name] : undefined
    if (typeof value !== 'string' && typeof value !== 'number') return []
    const same = deploymentFields(name) ? [String(deployment?.id), deployment?.slug] : [path[name]]
    if (same.includes(String(value))) return []
    return [{ pointer: `/${name}`, detail: `The body's ${name} is different from the one in the path.` }]
  })
  if (faults.length > 0) throw unprocessable(faults)
}
