import { useNavigate } from 'react-router'
import type { InboxFinding } from '#contract/responses/inbox.ts'
import { useKeys } from '#features/shortcuts/use-keys.ts'
import { lastChoice } from '#features/triage/form/last-choice.ts'
import type { Decision } from '#features/triage/saving/decision.ts'
import { toast } from '#ui/toast/toast.ts'
import { isForSeeing, itemPath } from './items.ts'
import { labels } from './labels.ts'
import type { InboxActions } from './use-actions.ts'
import type { InboxRows } from './use-rows.ts'

interface InboxKeysOptions {
  rows: InboxRows
  actions: InboxActions
  previousPage: (() => void) | undefined
  nextPage: (() => void) | undefined
}

/** The findings that a key acts on: the selected ones, else that of the focused row. */
export function targetsOf({ table, selection, itemOf }: InboxRows): readonly InboxFinding[] {
  const selected = [...selection.present.current.keys()]
  const ids = selected.length > 0 ? selected : [table.current?.active()]
  // A finding can have a row for each comment that mentions the person, and its own.
  const findings = new Map(
    ids.flatMap((id) => itemOf(id)?.finding ?? []).map((finding) => [finding.id, finding]),
  )
  return [...findings.values()]
}

/** What the keys do that decide. */
function decisionKeys({ rows, actions }: InboxKeysOptions) {
  const { table, selection } = rows
  const targets = () => targetsOf(rows)
  const active = () => rows.itemOf(table.current?.active())
  const isSelecting = () => selection.present.current.size > 0
  const save = (decision: Decision) => {
    const findings = targets()
    selection.clear()
    void actions.triage(findings, decision).catch(() => undefined)
  }
  const ask = () => actions.askReason(targets(), isSelecting() ? undefined : table.current?.active())
  const resolve = (same: boolean) => {
    const item = active()
    if (item && !isSelecting()) void actions.resolveMatch(item, same)
  }
  return {
    ignore: ask,
    repeat: () => {
      const last = lastChoice.read(targets().map((finding) => finding.issue_type))
      if (!last?.reason) return ask()
      save({ state: 'ignored', ...last })
    },
    reviewing: () => save({ state: 'reviewing' }),
    fixing: () => save({ state: 'fixing' }),
    reopen: () => save({ state: 'reopened' }),
    same: () => resolve(true),
    different: () => resolve(false),
    undo: () => {
      if (!rows.undoSeen()) void actions.undo()
    },
    ticket: () => false as const,
    assign: () => {
      // Requests, answers and mentions have this key of their own.
      const item = active()
      if (!isSelecting() && (item?.approval || item?.mention)) return false
      return actions.askOwner(targets())
    },
  }
}

/** The keys of the inbox: those of lists of findings, and `a` and `d` for requests, answers and mentions. */
export function useInboxKeys(options: InboxKeysOptions): void {
  const { rows, previousPage, nextPage } = options
  const { deployment, table, selection } = rows
  const navigate = useNavigate()
  const active = () => rows.itemOf(table.current?.active())
  const pathOfActive = () => {
    const item = active()
    return item ? itemPath(deployment, item) : null
  }
  useKeys('list', {
    ...decisionKeys(options),
    next: () => table.current?.move('j'),
    previous: () => table.current?.move('k'),
    select: () => {
      const id = table.current?.active()
      if (id !== undefined) selection.toggle(id)
    },
    extend: () => selection.extendBy('j'),
    extendBack: () => selection.extendBy('k'),
    copyLink: () => void copyLink(pathOfActive()),
    openPage: () => {
      const path = pathOfActive()
      if (path !== null) void navigate(path)
      return path !== null
    },
    search: () => false,
    previousPage: () => previousPage?.(),
    nextPage: () => nextPage?.(),
    close: () => {
      if (rows.asking) rows.close()
      else if (selection.present.current.size > 0) selection.clear()
      else return false
      return true
    },
  })
  useKeys('table', {
    decideRow: (key) => {
      const item = active()
      if (!item) return false
      if (isForSeeing(item)) {
        const isToSee = key.toLowerCase() === 'a'
        if (isToSee) rows.markSeen(item)
        return isToSee
      }
      if (!item.approval) return false
      rows.setAsking({ what: 'approval', item, choice: key.toLowerCase() === 'a' ? 'approve' : 'decline' })
      return true
    },
  })
}

async function copyLink(path: string | null): Promise<void> {
  if (path === null) return
  const { href } = new URL(path, location.href)
  try {
    await navigator.clipboard.writeText(href)
    toast({ title: labels.linkCopied, tone: 'ok' })
  } catch {
    // The clipboard API requires https or localhost.
    toast({ title: labels.linkNotCopied, detail: href, tone: 'danger' })
  }
}
