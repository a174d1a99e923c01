import { type KeyPress, keyName, shortcutOf } from '#features/shortcuts/key-press.ts'
import type { NamesIn } from '#features/shortcuts/shortcuts.ts'
import type { PageType } from '#lib/urls/paths.ts'
import { requestTicket } from '../../ticket/open-ticket.ts'
import type { DetailFinding } from '../detail-finding.ts'
import type { Triaging } from '../triage/use-triage.ts'

/** Actions of the detail's keys. Unavailable actions are omitted. */
export type DetailActions = { [Name in NamesIn<'detail'>]?: (() => void) | undefined }

const decisions: ReadonlySet<NamesIn<'detail'>> = new Set([
  'ignore',
  'repeat',
  'reviewing',
  'fixing',
  'reopen',
  'same',
  'different',
  'undo',
  'assign',
])

/**
 * Returns the action of a key, or undefined if it has none here. `may` is whether this person has permission to triage.
 */
export function actionOf(event: KeyPress, actions: DetailActions, may: boolean): (() => void) | undefined {
  const name = shortcutOf('detail', keyName(event))
  if (!name || (decisions.has(name) && !may)) return undefined
  return actions[name]
}

/** Returns the triage actions of a finding. */
export function triageActions({
  choose,
  repeat,
  undo,
  settle,
  assign,
}: Pick<Triaging, 'choose' | 'repeat' | 'undo' | 'settle' | 'assign'>) {
  return {
    ignore: () => choose('ignored'),
    repeat,
    reviewing: () => choose('reviewing'),
    fixing: () => choose('fixing'),
    reopen: () => choose('reopened'),
    same: settle && (() => settle(true)),
    different: settle && (() => settle(false)),
    undo: () => undo(),
    assign,
  } satisfies DetailActions
}

interface ShownFinding {
  deployment: string
  type: PageType
  finding: DetailFinding | undefined
  triaging: Triaging
}

/** Returns the actions that triage a finding or link it to a ticket. */
export function findingActions({ deployment, type, finding, triaging }: ShownFinding): DetailActions {
  return {
    ...triageActions(triaging),
    ticket: finding && (() => requestTicket(deployment, type, [finding])),
  }
}
