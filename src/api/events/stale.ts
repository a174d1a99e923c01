import type { QueryClient } from '@tanstack/react-query'
import type { Resource } from '#contract/operation.ts'
import { makeStale } from '../cache/query-client.ts'
import type { StreamEvent } from './parse.ts'
import { refreshRows } from './refresh-rows.ts'

/** What each event makes stale. Rows of open lists are refreshed in their places instead. */
const staleBy: Readonly<Record<string, readonly Resource[]>> = {
  'finding.changed': ['findings', 'secrets', 'projects', 'me', 'audit'],
  'scan.completed': ['scans', 'projects', 'dependencies', 'rules', 'policies', 'me', 'audit'],
  'policy.changed': ['policies', 'rules', 'findings', 'audit'],
  'project.changed': ['projects', 'findings', 'dependencies', 'me', 'audit'],
  'sbom.changed': ['exports', 'audit'],
  'job.changed': ['jobs', 'audit'],
  reset: [
    'audit',
    'dependencies',
    'exports',
    'findings',
    'jobs',
    'me',
    'policies',
    'projects',
    'rules',
    'scans',
    'secrets',
    'views',
  ],
}

/** A moment for events that come together, and how far apart two rounds of questions stand, in milliseconds. */
const moment = 200
const apart = 1000
/** While a person's own edits are on their way, their answers come first. */
const ownFirst = 300

/** The ids that an event names; null where it names none or not all. */
function idsOf({ name, data }: StreamEvent): readonly number[] | null {
  if (name !== 'finding.changed') return name === 'reset' ? null : []
  const ids = typeof data === 'object' && data !== null && 'ids' in data ? data.ids : undefined
  return Array.isArray(ids) ? ids.filter((id): id is number => typeof id === 'number') : null
}

/** Takes events of one deployment and asks again for what they made stale, not more often than once a second. */
export function createStaleTracker(client: QueryClient, deployment: string) {
  let resources = new Set<Resource>()
  /** Null for any finding. */
  let changed: Set<number> | null = new Set()
  let timer: ReturnType<typeof setTimeout> | undefined
  let doneAt = 0

  const wait = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(run, milliseconds)
  }
  const run = () => {
    timer = undefined
    // Edits that are shown at once are sent in order, each in a scope; an answer from before one would take it back.
    const edits = client.isMutating({ predicate: ({ options }) => options.scope !== undefined })
    if (edits > 0) return wait(ownFirst)
    const now = { resources, changed }
    resources = new Set()
    changed = new Set()
    doneAt = performance.now()
    makeStale(client, [...now.resources], (key) => {
      // The detail of a finding that stayed as it was.
      const [, , kind, id] = key
      return kind !== 'one' || now.changed === null || (typeof id === 'number' && now.changed.has(id))
    })
    if (now.changed === null || now.changed.size > 0) void refreshRows(client, deployment, now.changed)
  }
  return {
    take(event: StreamEvent) {
      const stale = staleBy[event.name]
      if (!stale) return
      for (const resource of stale) resources.add(resource)
      const ids = idsOf(event)
      if (ids === null) changed = null
      else for (const id of ids) changed?.add(id)
      if (timer === undefined) wait(Math.max(moment, doneAt + apart - performance.now()))
    },
    stop: () => clearTimeout(timer),
  }
}
