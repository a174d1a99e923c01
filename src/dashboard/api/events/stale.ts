import type { QueryClient } from '@tanstack/react-query'
import type { Resource } from '#contract/operation.ts'
import { makeStale } from '../cache/query-client.ts'
import type { StreamEvent } from './parse.ts'
import { refreshRows } from './refresh-rows.ts'

/** The resources that each event invalidates. Rows of open lists are updated in place instead. */
const staleBy: Readonly<Record<string, readonly Resource[]>> = {
  'finding.changed': ['findings', 'comments', 'secrets', 'projects', 'me', 'audit'],
  'scan.completed': ['scans', 'verdicts', 'projects', 'dependencies', 'rules', 'policies', 'me', 'audit'],
  'gate.evaluated': ['verdicts'],
  'policy.changed': ['policies', 'rules', 'findings', 'audit'],
  'project.changed': [
    'projects',
    'findings',
    'secrets',
    'scans',
    'dependencies',
    'views',
    'tokens',
    'me',
    'audit',
  ],
  'sbom.changed': ['exports', 'audit'],
  'job.changed': ['jobs', 'audit'],
  reset: [
    'audit',
    'comments',
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
    'verdicts',
    'views',
  ],
}

/** The time in which events are batched, and the minimum interval between two batches of requests, in milliseconds. */
const moment = 200
const apart = 1000
/** While a person's own edits are pending, their responses take precedence. */
const ownFirst = 300

/** Returns the ids in an event; null if it has none or not all. */
function idsOf({ name, data }: StreamEvent): readonly number[] | null {
  if (name !== 'finding.changed') return name === 'reset' ? null : []
  const ids = typeof data === 'object' && data !== null && 'ids' in data ? data.ids : undefined
  return Array.isArray(ids) ? ids.filter((id): id is number => typeof id === 'number') : null
}

/** Receives the events of a deployment and refetches the queries that they invalidated, at most once a second. */
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
    // Optimistic edits are sent in order within a scope; a response from before an edit would revert it.
    const edits = client.isMutating({ predicate: ({ options }) => options.scope !== undefined })
    if (edits > 0) return wait(ownFirst)
    const now = { resources, changed }
    resources = new Set()
    changed = new Set()
    doneAt = performance.now()
    makeStale(client, [...now.resources], (key) => {
      // The detail of a finding that did not change.
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
