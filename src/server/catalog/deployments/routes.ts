import { bySlug, type DetailedOperation } from '#contract/operation.ts'
import { getSettings, listDeployments } from '#contract/operations/deployments.ts'
import { getCapabilities } from '#contract/operations/description.ts'
import { createDeployment, getService } from '#contract/operations/service.ts'
import { getMe, ping } from '#contract/operations/session.ts'
import { updateSettings } from '#contract/operations/settings.ts'
import { type NavigationCounts, navigationCounts } from '#server/findings/counts/navigation-counts.ts'
import {
  countDefaultViews,
  type DefaultView,
  readDefaultViews,
} from '#server/findings/saved/views/defaults.ts'
import { type FindingsSnapshot, withSnapshot } from '#server/findings/snapshot.ts'
import { HttpError } from '#server/http/errors.ts'
import { hasScope, inDeployment, type Principal, seesDeployment } from '#server/http/principal.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { ensureConfiguredDeployment } from './create.ts'
import { changeSettings, readSettings } from './settings.ts'

/** Counts what waits for a principal in a deployment. */
type CountInbox = (view: FindingsSnapshot, deploymentId: number, principal: Principal) => Promise<number>

const limits = {
  findings_page_size_min: 100,
  findings_page_size_max: 3000,
  triage_ids_max: 3000,
  dependencies_page_size_max: 10_000,
  json_body_bytes_max: 1024 * 1024,
  scan_upload_bytes_max: 50 * 1024 * 1024,
  scan_inflated_bytes_max: 256 * 1024 * 1024,
}

type Counts = NavigationCounts & { inbox: number }

const noCounts: Counts = { sast: 0, sca: 0, secrets: 0, projects: 0, inbox: 0 }

/** Whether the principal administers the whole service, and not only one deployment. */
const administersAll = (principal: Principal) =>
  principal.deploymentId === null && hasScope(principal, 'admin')

/** Who the principal is. */
const described = ({ name, machine, role, scopes, projects, expiresAt, roles }: Principal) => ({
  name,
  machine,
  role,
  scopes,
  projects,
  expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  singleSignOn: roles.length > 0,
})

/** What the principal may do in a deployment. */
function permissionsOf(principal: Principal, deploymentId: number) {
  const { role, scopes } = inDeployment(principal, deploymentId)
  return { role, scopes }
}

/**
 * The requesting principal, its deployments, and the features of the service. `built` are the operations that have a
 * route.
 */
export function deploymentRoutes(
  services: Services,
  built: () => readonly DetailedOperation[],
  countInbox: CountInbox,
): Route[] {
  const visible = (principal: Principal) =>
    services.deployments.all().filter((deployment) => seesDeployment(principal, deployment.id))

  const answered = (deployment: Deployment) => ({
    id: deployment.id,
    name: deployment.name,
    slug: deployment.slug,
    findings: {
      url: `${services.publicUrl()}${bySlug.replace('{deploymentSlug}', deployment.slug)}/findings`,
    },
    demo: deployment.demo === 1,
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
        throw new HttpError(403, 'Only an administrator of all deployments can create one.')
      const created = await ensureConfiguredDeployment(services)
      if (created.demo === 1)
        throw new HttpError(409, 'GATEHOUSE_DEPLOYMENT names the demo. Set it to another slug.')
      return answered(created)
    }),

    meRoute(services, visible, countInbox),

    handle(getSettings, async ({ deployment }) => readSettings(services.database.read, deployment.id)),

    handle(updateSettings, async ({ body, deployment, principal }) => {
      const by = { deploymentId: deployment.id, principal, at: services.now() }
      return services.change(deployment.id, principal.name, (transaction) =>
        changeSettings(transaction, body, by),
      )
    }),
  ]
}

/** The principal that asks, with its deployments and the numbers of its navigation. */
function meRoute(
  services: Services,
  visible: (principal: Principal) => Deployment[],
  countInbox: CountInbox,
): Route {
  return handle(getMe, async ({ principal }) => {
    // Read before anything is counted, so that the event stream, which continues from here, misses nothing.
    const changes = new Map(visible(principal).map((deployment) => [deployment.id, deployment.change_number]))
    const { defaults, counts } = await countNavigation(services, principal, changes.keys(), countInbox)
    return {
      ...described(principal),
      deployments: visible(principal).map((deployment) => ({
        id: deployment.id,
        slug: deployment.slug,
        name: deployment.name,
        demo: deployment.demo === 1,
        ...permissionsOf(principal, deployment.id),
        change: changes.get(deployment.id),
        counts: counts.get(deployment.id) ?? noCounts,
        defaultViews: defaults
          .filter((defaultView) => defaultView.deploymentId === deployment.id)
          .map(({ page, id, search }) => ({ page, id, search })),
      })),
    }
  })
}

/**
 * Counts the findings behind the navigation links of a person, in each of the given deployments. Nothing for a token
 * that is restricted to projects: the counts are those of whole deployments.
 */
async function countNavigation(
  services: Services,
  principal: Principal,
  deploymentIds: Iterable<number>,
  countInbox: CountInbox,
) {
  const defaults: DefaultView[] = []
  const counts = new Map<number, Counts>()
  if (principal.projects !== null) return { defaults, counts }
  const chosenViews = await readDefaultViews(services.database.read, principal)
  // Only a view can filter by changes: by `flow`, or with a saved `filter`.
  const flow = chosenViews.find(({ query }) => query && /(flow|filter)=/.test(query))?.query ?? undefined
  for (const id of deploymentIds) {
    const countIn = async (view: FindingsSnapshot) => {
      const own = await countDefaultViews(view, principal, chosenViews, id, services.now())
      defaults.push(...own)
      counts.set(id, {
        ...(await navigationCounts(view, id)),
        inbox: await countInbox(view, id, inDeployment(principal, id)),
        ...Object.fromEntries(own.map(({ type, count }) => [type, count])),
      })
    }
    await withSnapshot(services.columns, id, countIn, { flow })
  }
  return { defaults, counts }
}
