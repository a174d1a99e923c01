import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type InboxQuery, inboxOptions } from '#api/inbox.ts'
import { meOptions } from '#api/me.ts'
import type { Inbox, InboxItem } from '#contract/responses/inbox.ts'
import { useOnChange } from '#ui/use-on-change.ts'
import { stillWaits } from './items.ts'

export interface InboxRow {
  item: InboxItem
  deployment: string
  now: Date
}

/** The items as they were when the list was read. */
interface ReadInbox {
  at: string
  items: ReadonlyMap<number, InboxItem>
}

const readOf = (inbox: Inbox): ReadInbox => ({
  at: inbox.read_at,
  items: new Map(inbox.items.map((item) => [item.key, item])),
})

/** A page of the inbox: its rows, which of them were done here since, and whether there are more now. */
export function useInbox(deployment: string, query: InboxQuery) {
  const request = useQuery(inboxOptions(deployment, query))
  const { data: me, refetch: refetchMe } = useQuery(meOptions())
  const { data } = request
  const [now] = useState(() => new Date())
  const [read, setRead] = useState<ReadInbox>()
  const [decided, setDecided] = useState<ReadonlySet<number>>(new Set())
  if (data && read?.at !== data.read_at) {
    setRead(readOf(data))
    setDecided(new Set())
  }
  const rows = useMemo(
    () => data?.items.map((item): InboxRow => ({ item, deployment, now })),
    [data?.items, deployment, now],
  )
  const isDone = (item: InboxItem) => {
    const before = read?.items.get(item.key)
    return decided.has(item.key) || (before !== undefined && !stillWaits(before, item, me?.name))
  }
  const done = new Set(data?.items.filter(isDone).map(({ key }) => String(key)))
  const waiting = me?.deployments.find(({ slug }) => slug === deployment)?.counts.inbox
  const readAt = data?.read_at
  // The number in the menu may be older than the list.
  useOnChange(readAt, () => {
    if (data && waiting !== data.counts.all) void refetchMe()
  })
  return {
    request,
    rows,
    counts: data?.counts,
    next: data?.next ?? undefined,
    readAt,
    done,
    /** Whether more wait than when the list was read: how many are new is not known, since others may be done. */
    isOutdated: (waiting ?? 0) > (data?.counts.all ?? Number.POSITIVE_INFINITY),
    /** Marks an item whose row cannot tell that it was done; false takes the mark away. */
    mark: (key: number, isDecided = true) =>
      setDecided((before) => {
        const after = new Set(before)
        if (isDecided) after.add(key)
        else after.delete(key)
        return after
      }),
  }
}

export type InboxPage = ReturnType<typeof useInbox>
