import { EmptyState } from '#ui/empty-state.tsx'
import type { SectionProps } from '../section-props.ts'
import { AuditList } from './audit-list.tsx'

/** What was done in the deployment, for whoever may read it. */
export function AuditSection({ deployment, administrator }: SectionProps) {
  if (administrator) {
    return (
      <div className="min-h-0 flex-1">
        <AuditList deployment={deployment.slug} />
      </div>
    )
  }
  return (
    <EmptyState icon="lock" title="The audit log is for administrators">
      Ask an administrator of this deployment for what you need of it, or for the right to read it.
    </EmptyState>
  )
}
