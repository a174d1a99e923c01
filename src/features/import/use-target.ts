import { useQuery, useQueryClient } from '@tanstack/react-query'
import { execute } from '#api/cache/execute.ts'
import { may, meOptions } from '#api/me.ts'
import { createDeploymentOptions } from '#api/service.ts'
import type { Me } from '#contract/responses/deployments.ts'
import { reasons } from './labels.ts'

/** Where imports go that are begun in a deployment. */
export interface ImportTarget {
  /** The slug of the deployment that is shown. */
  current: string
  /** The deployment that takes the scans; undefined where it does not exist yet. */
  deployment: { slug: string; name: string } | undefined
  /** Whether the deployment that is shown holds demo data, which scans are kept apart from. */
  isDemo: boolean
  /** Why nothing can be imported by this person; undefined where it can. */
  disabledReason: string | undefined
  /** Gives the slug of the deployment that takes the scans, which is created first where there is none. */
  slug: () => Promise<string>
}

/**
 * Where imports go: to the deployment that is shown, or from the demo to the first other one. Where there is none it is
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
    disabledReason: reasonFor(me, deployment !== undefined),
    async slug() {
      if (deployment) return deployment.slug
      return (await execute(client, createDeploymentOptions(), undefined)).slug
    },
  }
}

function reasonFor(me: Me | undefined, exists: boolean): string | undefined {
  if (!me) return reasons.loading
  if (!exists && !may(me.scopes, 'admin')) return reasons.demoOnly
  return may(me.scopes, 'scans:write') ? undefined : reasons.noPermission
}
