import type { ReactNode } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import { Severity } from '#features/severity.tsx'
import { reasonLabel } from '#features/triage/row-labels.ts'
import { RowStatus } from '#features/triage/row-status.tsx'
import { Age, Location } from '../columns/cells.tsx'
import { cardRoom, Flags } from '../columns/flags.tsx'
import { columnLabels } from '../labels.ts'

/** The card of a finding on a phone: status, title and location, on three lines. */
export function CardFrame({ row, children }: { row: Finding; children: ReactNode }) {
  return (
    <div className="flex h-full flex-col justify-between">
      <div className="flex items-center gap-3">
        <Severity value={row.severity} />
        <RowStatus row={row} />
        <span className="min-w-0 flex-1 truncate text-2">
          {row.triaged_by && (
            <>
              <span className="sr-only">{columnLabels.triagedBy} </span>
              <bdi title={row.triaged_by}>{row.triaged_by}</bdi>
              {row.triage_reason && `: ${reasonLabel(row.triage_reason)}`}
            </>
          )}
        </span>
        {!row.triaged_by && <Flags row={row} room={cardRoom} />}
        <Age row={row} />
      </div>
      <div className="flex items-center gap-3">
        <span className="min-w-0 flex-1 truncate">{children}</span>
        {/* Replaced by the person who triaged it. */}
        {row.triaged_by && <Flags row={row} room={cardRoom} />}
      </div>
      <Location row={row} roomy />
    </div>
  )
}
