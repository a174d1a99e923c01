import { useMutation } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { markAnswerOptions, markMentionOptions } from '#api/seen.ts'
import type { InboxFinding, InboxItem } from '#contract/responses/inbox.ts'
import type { Choice } from '#features/approvals/approval-text.ts'
import { useRowSelection } from '#features/list/selection/use-row-selection.tsx'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { toast } from '#ui/toast/toast.ts'
import { idOf } from './items.ts'
import { labels } from './labels.ts'
import type { InboxPage, InboxRow } from './use-inbox.ts'

/** What a form or a dialog asks about; a form about one row is under it. */
export type Asking =
  | { what: 'reason' | 'owner'; findings: readonly InboxFinding[]; row: string | undefined }
  | { what: 'approval'; item: InboxItem; choice: Choice }

interface MovesOptions {
  page: InboxPage
  table: RefObject<DataTableHandle | null>
}

/** Where the focus goes once rows are done: they stay where they are. */
function movesOf({ page, table }: MovesOptions) {
  const rows: readonly InboxRow[] = page.rows ?? []
  return {
    itemOf: (id: string | undefined) => rows.find(({ item }) => idOf({ item }) === id)?.item,
    /** The rows of findings. */
    keysOf: (findings: readonly InboxFinding[]) => {
      const ids = new Set(findings.map(({ id }) => id))
      return new Set(
        rows.flatMap(({ item }) => (item.finding && ids.has(item.finding.id) ? [idOf({ item })] : [])),
      )
    },
    /** Moves to the next row that is not done, after the focused one if it is one of those given, else after them. */
    moveOn: (keys: ReadonlySet<string>) => {
      const active = table.current?.active()
      const isActive = active !== undefined && keys.has(active)
      const last = rows.findLastIndex((row) => (isActive ? idOf(row) === active : keys.has(idOf(row))))
      const isLeft = (id: string) => !keys.has(id) && !page.done.has(id)
      const target = rows.slice(last + 1).find((row) => isLeft(idOf(row))) ?? rows[last]
      if (target) table.current?.focusRow(idOf(target))
    },
  }
}

type Moves = ReturnType<typeof movesOf>

/** Takes answers and mentions out of the inbox, or puts them back; shown at once. */
function useMarkSeen(deployment: string, page: InboxPage, { moveOn }: Moves) {
  const { mutate: markAnswer } = useMutation(markAnswerOptions(deployment))
  const { mutate: markMention } = useMutation(markMentionOptions(deployment))
  /** The item that was marked last, unless something else was decided since. */
  const last = useRef<InboxItem>(undefined)
  const markSeen = (item: InboxItem, seen = true) => {
    const { approval, mention, key } = item
    const id = mention?.id ?? approval?.id
    if (id === undefined) return
    const mark = mention ? markMention : markAnswer
    last.current = seen ? item : undefined
    page.mark(key, seen)
    if (seen) moveOn(new Set([idOf({ item })]))
    const onError = (error: Error) => {
      page.mark(key, !seen)
      toast({ title: labels.notSeen(seen), detail: explain(error).detail, tone: 'danger' })
    }
    const action = { label: labels.undo, run: () => markSeen(item, false) }
    const onSuccess = () => {
      toast({ title: labels.seen(seen), tone: 'ok', slot: 'decision', ...(seen ? { action } : {}) })
    }
    mark({ id, seen }, { onError, onSuccess })
  }
  return {
    markSeen,
    /** Puts the item back that was marked last; false if something else was decided since. */
    undoSeen: () => {
      const item = last.current
      if (item) markSeen(item, false)
      return item !== undefined
    },
    forgetSeen: () => {
      last.current = undefined
    },
  }
}

interface RowsOptions {
  deployment: string
  page: InboxPage
  /** The query of the rows and when they were read: others end the selection. */
  question: string
}

const none: readonly InboxRow[] = []

/** The rows of the table, which of them are selected, and what the buttons in them do. */
export function useRows({ deployment, page, question }: RowsOptions) {
  const table = useRef<DataTableHandle>(null)
  const moves = movesOf({ page, table })
  const answers = useMarkSeen(deployment, page, moves)
  const [asking, setAsking] = useState<Asking>()
  const selection = useRowSelection<InboxRow>({
    ...{ table, rows: page.rows ?? none, idOf, question, noun: labels.noun },
  })
  return {
    ...moves,
    ...answers,
    ...{ deployment, page, table, selection, asking, setAsking },
    close: () => setAsking(undefined),
    /** Focuses the row that a closed form was about. */
    focusActive: () => {
      const id = table.current?.active()
      if (id !== undefined) requestAnimationFrame(() => table.current?.focusRow(id))
    },
  }
}

export type InboxRows = ReturnType<typeof useRows>
