import { useQuery, useQueryClient } from '@tanstack/react-query'
import { execute } from '#api/cache/execute.ts'
import { may, meOptions, scopesIn } from '#api/me.ts'
import { createDeploymentOptions } from '#api/service.ts'
import type { Me } from '#contract/responses/deployments.ts'
import { reasons } from './labels.ts'

/** The target of imports started in a deployment. */
export interface ImportTarget {
  /** The slug of the current deployment. */
  current: string
  /** The deployment that receives the scans; undefined if it does not exist yet. */
  deployment: { slug: string; name: string } | undefined
  /** Whether the current deployment holds demo data, which real scans are kept out of. */
  isDemo: boolean
  /** Why this person cannot import; undefined if they can. */
  disabledReason: string | undefined
  /** Returns the slug of the deployment that receives the scans, which is created first if it does not exist. */
  slug: () => Promise<string>
}

/**
 * Returns the target of imports: the current deployment or, for the demo, the first other one. If there is none, it is
 * created with the first import.
 */
export function useImportTarget(current: string): ImportTarget {
  const client = useQueryClient()
  const { data: me } = useQuery(meOptions())
  const shown = me?.deployments.find(({ slug }) => slug === current)
  const isDemo = shown?.demo === true
  const deployment = isDemo ? me?.deployments.find(({ demo }) => !demo) : shown
  return {
    current,
    deployment,
    isDemo,
    disabledReason: reasonFor(me, deployment?.slug),
    async slug() {
      if (deployment) return deployment.slug
      return (await execute(client, createDeploymentOptions(), undefined)).slug
    },
  }
}

function reasonFor(me: Me | undefined, deployment: string | undefined): string | undefined {
  if (!me) return reasons.loading
  const scopes = deployment === undefined ? me.scopes : scopesIn(me, deployment)
  if (deployment === undefined && !may(scopes, 'admin')) return reasons.demoOnly
  return may(scopes, 'scans:write') ? undefined : reasons.noPermission
}
