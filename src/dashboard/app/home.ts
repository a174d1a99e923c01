import type { Me } from '#contract/responses/deployments.ts'

/**
 * Returns the deployment that `/` opens: the last used one, but real data takes precedence over demo data as soon as
 * there is any. Undefined if the person has access to none.
 */
export function homeDeployment(deployments: Me['deployments'], lastUsed: string | null): string | undefined {
  const last = deployments.find(({ slug }) => slug === lastUsed)
  const real = deployments.filter(({ demo }) => !demo)
  if (last && !last.demo) return last.slug
  const filled = real.find(({ counts }) => counts.projects > 0)
  return (filled ?? last ?? deployments.find(({ demo }) => demo) ?? real[0])?.slug
}
