import { useQuery } from '@tanstack/react-query'
import { type PolicyChangePreview, previewOptions } from '#api/policies.ts'
import { policyLabels } from '#features/policies/labels.ts'
import { classes } from '#ui/classes.ts'
import { SkeletonLines } from '#ui/status/skeleton-lines.tsx'
import { labels } from '../labels.ts'
import { errorText } from './conflicts.ts'
import { ImpactButtons, useFormKeys } from './impact-form.tsx'
import { type Confirmed, useApply, useNoteDraft, usePreview } from './use-impact.ts'

interface PreviewFormProps {
  deployment: string
  policyId: string
  /** The pending action. */
  title: string
  request: PolicyChangePreview
  /** Applies the change; false if it failed. */
  onApply: (confirmed: Confirmed) => Promise<boolean>
  onCancel: () => void
  className?: string | undefined
}

/** Previews a change of a policy other than of modes, by projects and findings, before it is applied. */
export function PreviewForm({
  deployment,
  policyId,
  title,
  request,
  onApply,
  onCancel,
  className,
}: PreviewFormProps) {
  const preview = usePreview(useQuery(previewOptions(deployment, request)))
  const note = useNoteDraft(`${deployment}/policy ${policyId} ${title}`)
  const { submit, applying } = useApply(preview, note, onApply)
  const keys = useFormKeys(onCancel)
  return (
    <form {...keys} aria-label={title} onSubmit={submit} className={classes('grid gap-2 text-sm', className)}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="min-w-0 font-medium wrap-anywhere">{title}</span>
        <ImpactButtons impact={preview} applying={applying} onCancel={onCancel} />
      </div>
      <div aria-live="polite" className="min-h-10 max-w-240">
        {preview.isStale && <p className="font-medium text-danger">{labels.impact.stale}</p>}
        {preview.data && <p>{policyLabels.effect(preview.data)}</p>}
        {preview.error && <p className="text-danger">{errorText(preview.error)}</p>}
        {preview.isCounting && <SkeletonLines count={1} />}
      </div>
    </form>
  )
}
