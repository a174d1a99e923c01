import { setTimeout as pause } from 'node:timers/promises'
import type { ProfileName } from '#server/demo/generate/profile.ts'
import { copyOf } from './data.ts'
import { ask, type Running, startProgram, startService } from './processes.ts'

/** What is measured: the service on a copy of a profile's data, the bare server on the same file, and names in it. */
export interface Place {
  profile: ProfileName
  service: Running
  bare: Running
  folder: string
  slug: string
  /** A URL of the deployment, by its slug. */
  at(path: string): string
  /** A project that has many findings, and fifty rules. */
  project: string
  rules: readonly string[]
  /** Changes one finding, so that nothing is answered from what was worked out before. */
  change(): Promise<unknown>
  remove(): Promise<void>
}

const sluggedAs = (slug: string, path: string) => `/api/v1/deployments/${slug}${path}`

/** Makes ready what is measured. The service has all its findings in memory when this resolves. */
export async function makePlace(profile: ProfileName): Promise<Place> {
  const copy = copyOf(profile)
  const service = await startService(copy.folder)
  const bare = await startProgram(['bench/service/baseline-server.ts'], { BARE_FILE: copy.file })
  const slug = await slugOf(service)
  await fullSpeed(service, slug)
  // Dependencies are loaded after findings; who asks waits for them.
  const all = { method: 'POST', body: { pageSize: 1 } }
  await ask(service.base, sluggedAs(slug, '/dependencies'), all)
  const { text } = await ask(service.base, sluggedAs(slug, '/findings?status=fixed'))
  const [, changed] = /"id":(\d+),"first_seen_scan_id"/.exec(text) ?? []
  let changes = 0
  const [projects, rules] = [await facet(service, slug, 'repos'), await facet(service, slug, 'rules')]
  return {
    profile,
    service,
    bare,
    folder: copy.folder,
    slug,
    at: (path) => sluggedAs(slug, path),
    project: projects[0] ?? '',
    rules: rules.slice(0, 50),
    change() {
      const body = { issue_type: 'sast', issue_ids: [Number(changed)], new_note: `change ${++changes}` }
      return ask(service.base, sluggedAs(slug, '/triage'), { method: 'POST', body })
    },
    async remove() {
      await service.stop()
      await bare.stop()
      copy.remove()
    },
  }
}

export async function slugOf(service: Running): Promise<string> {
  const { text } = await ask(service.base, '/api/v1/deployments')
  return JSON.parse(text).deployments[0].slug
}

/** Waits until counts come at full speed; how long that was, in milliseconds. */
export async function fullSpeed(service: Running, slug: string): Promise<number> {
  const begun = performance.now()
  for (let quick = 0; quick < 3; ) {
    const { took } = await ask(service.base, sluggedAs(slug, '/findings/facets?dedup=true'))
    quick = took <= 300 ? quick + 1 : 0
    await pause(20)
    if (performance.now() - begun > 300_000)
      throw new Error(`counting does not come to full speed; it took ${took} ms`)
  }
  return performance.now() - begun
}

async function facet(service: Running, slug: string, name: string): Promise<string[]> {
  const { text } = await ask(service.base, sluggedAs(slug, `/findings/facets?facet=${name}`))
  return JSON.parse(text).facets[name].map(({ value }: { value: string }) => value)
}
