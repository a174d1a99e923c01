import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { Finding } from '#api/dialects/dialects.ts'
import { listFindings } from '#contract/operations/findings.ts'
import { getMe } from '#contract/operations/session.ts'
import { triage, undoTriage } from '#contract/operations/triage.ts'
import { administrator, type FakeService, fakeService } from '#features/testing/fake-service.ts'
import { openPage } from '#features/testing/open-page.tsx'
import { RowStatus } from '#features/triage/row-status.tsx'
import { columnsOf } from '#table/columns/columns.ts'
import { FindingsList } from '../list/findings-list.tsx'

const column = columnsOf<Finding>()
const columns = column.columns([
  column.display({ id: 'finding', header: 'Finding', cell: ({ row }) => row.original.rule_name }),
  column.display({
    id: 'status',
    header: 'Status',
    cell: ({ row }) => <RowStatus row={row.original} />,
  }),
])

const list = (
  <FindingsList
    deployment="acme"
    type="sast"
    title="Findings"
    columns={{ default: columns, compact: columns }}
    card={(row) => row.rule_name}
  />
)

export interface FakeFinding {
  id: number
  status: string
  triage_state: string
}

/** A finding of the fake service: "Finding 7", open. */
export const finding = (id: number): FakeFinding => ({ id, status: 'open', triage_state: 'untriaged' })

const written = ({ id, ...rest }: FakeFinding) => ({
  ...{ id, rule_name: `Finding ${id}`, rule_message: null, severity: 'high', state: 'unresolved', ...rest },
  ...{ ref: 'main', repository: { name: 'shop', url: null }, location: null, line_of_code_url: null },
  ...{ created_at: '2026-11-20T08:00:00Z', relevant_since: '2026-11-20T08:00:00Z', triage_comment: null },
  ...{ triage_reason: null, triaged_at: null, external_ticket: null, confidence: 'high', categories: [] },
})

/** Serves lists from `findings`, which a test may change. */
export function serveFindings(findings: FakeFinding[]): FakeService {
  const service = fakeService()
  service.on(getMe, () => administrator)
  service.on(triage, () => ({ num_triaged: 0, triaged_issues: [], change_id: 'any' }))
  service.on(undoTriage, () => ({ num_undone: 1, skipped: [] }))
  service.on(listFindings, ({ query }) => {
    const size = Number(query.get('page_size') ?? 100)
    const from = Number(query.get('page') ?? 0) * size
    const matching = findings.filter(({ status }) => (query.get('status') ?? status) === status)
    const body = { sastFindings: { findings: matching.slice(from, from + size).map(written) } }
    const headers = {
      'x-gatehouse': '1',
      'x-total-count': String(matching.length),
      date: new Date().toUTCString(),
    }
    return Response.json(body, { headers })
  })
  return service
}

/** Opens the list and waits until its key handlers are registered. */
export async function openFindings(search = '') {
  const opened = openPage(list, `/d/acme/findings/code${search}`)
  await expect.element(row(1)).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: 'Select all rows of this page' })).toBeVisible()
  return opened
}

export const row = (id: number) => page.getByRole('row', { name: new RegExp(`\\bFinding ${id}\\b`) })

/** Focuses a row as if a person had moved to it. */
export async function focusRow(id: number): Promise<void> {
  const element = await row(id).findElement()
  if (element instanceof HTMLElement) element.focus()
}
