import { EmptyState } from '#ui/status/empty-state.tsx'
import type { SectionProps } from '../section-props.ts'
import { AuditList } from './audit-list.tsx'
import { labels } from './labels.ts'

/** The audit log of the deployment, for people with access to it. */
export function AuditSection({ deployment, administrator }: SectionProps) {
  if (administrator) {
    return (
      <div className="min-h-0 flex-1">
        <AuditList deployment={deployment.slug} />
      </div>
    )
  }
  return (
    <EmptyState icon="lock" title={labels.forbidden.title}>
      {labels.forbidden.body}
    </EmptyState>
  )
}
