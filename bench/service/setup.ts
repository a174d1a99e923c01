import { setTimeout as delay } from 'node:timers/promises'
import type { ProfileName } from '#server/demo/generate/profile.ts'
import { copyOf, type ProfileData } from './data.ts'
import { type Running, sendRequest, startProgram, startService } from './processes.ts'

/** What is measured: the service on a copy of a profile's data, the baseline server on the same rows, and names in it. */
export interface BenchSetup {
  profile: ProfileName
  service: Running
  baseline: Running
  slug: string
  /** A URL of the deployment, by its slug. */
  at(path: string): string
  /** The project with most findings. */
  project: string
  /** The fifty rules with most findings. */
  rules: readonly string[]
  /** Changes one finding, so that no cached response is used. */
  change(): Promise<unknown>
  remove(): Promise<void>
}

const apiPath = (slug: string, path: string) => `/api/v1/deployments/${slug}${path}`

/** Starts the service on the embedded engine, and the baseline server on the same file. */
export async function prepareEmbedded(profile: ProfileName): Promise<BenchSetup> {
  const copy = copyOf(profile)
  const baseline = await startProgram(['bench/service/baseline-server.ts'], { BASELINE_FILE: copy.file })
  const setup = await prepareSetup(profile, copy, baseline)
  return {
    ...setup,
    async remove() {
      await setup.remove()
      await baseline.stop()
    },
  }
}

/** Starts the service on its data. Resolves once it has all its findings in memory. */
export async function prepareSetup(
  profile: ProfileName,
  data: ProfileData,
  baseline: Running,
): Promise<BenchSetup> {
  const service = await startService(data.environment)
  const slug = await slugOf(service)
  await fullSpeed(service, slug)
  // Dependencies are loaded after findings; this request waits for them.
  const all = { method: 'POST', body: { pageSize: 1 } }
  await untilLoaded(() => sendRequest(service.base, apiPath(slug, '/dependencies'), all))
  await untilLoaded(() => sendRequest(service.base, apiPath(slug, '/findings/trend?days=90')))
  const { text } = await sendRequest(service.base, apiPath(slug, '/findings?status=fixed'))
  const [, changed] = /"id":(\d+),"first_seen_scan_id"/.exec(text) ?? []
  let changes = 0
  const [projects, rules] = [await facet(service, slug, 'repos'), await facet(service, slug, 'rules')]
  return {
    profile,
    service,
    baseline,
    slug,
    at: (path) => apiPath(slug, path),
    project: projects[0] ?? '',
    rules: rules.slice(0, 50),
    change() {
      const body = { issue_type: 'sast', issue_ids: [Number(changed)], new_note: `change ${++changes}` }
      return sendRequest(service.base, apiPath(slug, '/triage'), { method: 'POST', body })
    },
    async remove() {
      await service.stop()
      await data.remove()
    },
  }
}

/** Without a column file, the first load may take longer than a request waits, which is then answered 503. */
async function untilLoaded(ask: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await ask()
      return
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('answered 503'))) throw error
    }
  }
}

export async function slugOf(service: Running): Promise<string> {
  const { text } = await sendRequest(service.base, '/api/v1/deployments')
  return JSON.parse(text).deployments[0].slug
}

/** Waits until counts are at full speed. Returns the milliseconds until then. */
export async function fullSpeed(service: Running, slug: string): Promise<number> {
  const begun = performance.now()
  for (let fastResponses = 0; fastResponses < 3; ) {
    const took = await sendRequest(service.base, apiPath(slug, '/findings/facets?dedup=true')).then(
      (response) => response.took,
      // Without a column file, the first load may take longer than a request waits.
      (error: Error) =>
        error.message.includes('answered 503') ? Number.POSITIVE_INFINITY : Promise.reject(error),
    )
    fastResponses = took <= 300 ? fastResponses + 1 : 0
    await delay(20)
    if (performance.now() - begun > 300_000)
      throw new Error(`counting does not come to full speed; it took ${took} ms`)
  }
  return performance.now() - begun
}

async function facet(service: Running, slug: string, name: string): Promise<string[]> {
  const { text } = await sendRequest(service.base, apiPath(slug, `/findings/facets?facet=${name}`))
  return JSON.parse(text).facets[name].map(({ value }: { value: string }) => value)
}
