import { getSettings, listDeployments } from '#contract/deployments.ts'
import { getCapabilities } from '#contract/description.ts'
import { bySlug, type Operation } from '#contract/operation.ts'
import { createDeployment, getService } from '#contract/service.ts'
import { getMe, ping } from '#contract/session.ts'
import { updateSettings } from '#contract/settings.ts'
import { navigationCounts, view } from '#server/findings/public.ts'
import { Refusal } from '#server/http/errors.ts'
import { holds, type Principal } from '#server/http/principal.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { defaultViews } from '#server/views/public.ts'
import { ensureConfiguredDeployment } from './create.ts'
import { changeSettings, readSettings } from './settings.ts'

const limits = {
  findings_page_size_min: 100,
  findings_page_size_max: 3000,
  triage_ids_max: 3000,
  dependencies_page_size_max: 10_000,
  json_body_bytes_max: 1024 * 1024,
  scan_upload_bytes_max: 50 * 1024 * 1024,
  scan_inflated_bytes_max: 256 * 1024 * 1024,
}

/** Whether somebody administers the service, and not only one deployment of it. */
const administersAll = (principal: Principal) => principal.deploymentId === null && holds(principal, 'admin')

/** Who asks, which deployments there are, and what the service can. `built` are the operations that have a route. */
export function deploymentRoutes(services: Services, built: () => readonly Operation[]): Route[] {
  const visible = (principal: Principal) =>
    services.deployments
      .all()
      .filter((one) => principal.deploymentId === null || principal.deploymentId === one.id)

  const answered = (one: Deployment) => ({
    id: one.id,
    name: one.name,
    slug: one.slug,
    findings: { url: `${services.publicUrl()}${bySlug.replace('{deploymentSlug}', one.slug)}/findings` },
    demo: one.demo === 1,
  })

  return [
    handle(ping, async () => ({ pong: true, version: services.version })),

    handle(getCapabilities, async () => ({
      version: services.version,
      extensions: built()
        .filter((operation) => operation.mark === 'extension')
        .map((operation) => operation.id),
      limits,
    })),

    handle(listDeployments, async ({ principal }) => ({
      deployments: visible(principal).map(answered),
    })),

    handle(getService, async ({ principal }) => {
      const { publicUrl, dataFolder, deployment } = services.config
      const { program } = services
      const isKnown = program !== null && administersAll(principal)
      return {
        publicUrl,
        host: isKnown
          ? { dataFolder, program, platform: process.platform, deployment: deployment.slug }
          : null,
      }
    }),

    handle(createDeployment, async ({ principal }) => {
      if (!administersAll(principal))
        throw new Refusal(403, 'Only an administrator of all deployments can create one.')
      const found = await ensureConfiguredDeployment(services)
      if (found.demo === 1)
        throw new Refusal(409, 'GATEHOUSE_DEPLOYMENT names the demo. Set it to another slug.')
      return answered(found)
    }),

    handle(getMe, async ({ principal }) => {
      // Before anything is counted, so that the stream of events, which goes on from here, leaves nothing out.
      const changes = new Map(visible(principal).map((one) => [one.id, one.change_number]))
      const ids = [...changes.keys()]
      const { counts, defaults } = await view(services.database, async (one) => ({
        counts: await navigationCounts(one, ids),
        defaults: await defaultViews(one, principal, services.now()),
      }))
      const countsOf = (id: number) => {
        const usual = counts.get(id) ?? { sast: 0, sca: 0, secrets: 0, projects: 0 }
        const chosen = defaults.filter((one) => one.deploymentId === id)
        return { ...usual, ...Object.fromEntries(chosen.map(({ type, count }) => [type, count])) }
      }
      return {
        name: principal.name,
        machine: principal.machine,
        role: principal.role,
        scopes: principal.scopes,
        expiresAt: principal.expiresAt === null ? null : new Date(principal.expiresAt).toISOString(),
        deployments: visible(principal).map((one) => ({
          id: one.id,
          slug: one.slug,
          name: one.name,
          demo: one.demo === 1,
          change: changes.get(one.id),
          counts: countsOf(one.id),
          defaultViews: defaults
            .filter((chosen) => chosen.deploymentId === one.id)
            .map(({ page, id, search }) => ({ page, id, search })),
        })),
      }
    }),

    handle(getSettings, async ({ deployment }) => readSettings(services.database.read, deployment.id)),

    handle(updateSettings, async ({ body, deployment, principal }) => {
      const by = { deploymentId: deployment.id, actor: principal.name, at: services.now() }
      return services.change(deployment.id, principal.name, (transaction) =>
        changeSettings(transaction, body, by),
      )
    }),
  ]
}
