import type { Finding } from '#api/dialects.ts'
import { Severity } from '#parts/severity.tsx'
import { Status } from '#parts/status.tsx'
import { Age, FindingLink, Location, Marks } from './cells.tsx'
import { packageTitle, Reachability } from './columns-supply-chain.tsx'
import { useList } from './list-context.ts'

/** A finding on a phone: what it is, where it stands, and how it stands, on three lines. */
export function FindingCard({ row }: { row: Finding }) {
  const { type } = useList()
  return (
    <div className="flex h-full flex-col justify-between">
      <div className="flex items-center gap-3">
        <Severity value={row.severity} />
        <Status value={row.status} />
        <span className="flex-1" />
        <Marks row={row} />
        <Age row={row} />
      </div>
      <div className="truncate">
        {type === 'sca' ? (
          <FindingLink row={row}>{packageTitle(row)}</FindingLink>
        ) : (
          <FindingLink row={row} />
        )}
        {type === 'sca' && (
          <span className="text-2">
            {' '}
            {row.vulnerability_identifier ?? ''} · <Reachability row={row} />
          </span>
        )}
      </div>
      <Location row={row} />
    </div>
  )
}
