import { useQuery } from '@tanstack/react-query'
import type { Finding } from '#api/dialects/dialects.ts'
import { findingOptions } from '#api/findings/findings.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import { savedEnd } from '#features/triage/end-text.ts'
import { draftKey } from '#features/triage/form/draft.ts'
import { TriageForm } from '#features/triage/form/triage-form.tsx'
import { knownReason } from '#features/triage/row-labels.ts'
import type { Decision } from '#features/triage/saving/decision.ts'
import { refLabel } from '#lib/text/ref-label.ts'
import { useOnShown } from '#ui/use-on-shown.ts'
import { triageLabels } from './labels.ts'

interface InlineTriageProps {
  deployment: string
  type: FindingType
  row: Finding
  /** Saves the triage; rejects if the service refused it, so that the form keeps its text. */
  onSave: (decision: Decision) => Promise<void>
  onCancel: () => void
  /** Called when the form is shown and has the focus. */
  onShown: () => void
}

/** The form under a row that asks why it is ignored and shows where else the triage applies. */
export function InlineTriage({ deployment, type, row, onSave, onCancel, onShown }: InlineTriageProps) {
  useOnShown(onShown)
  const others = (row.marks?.other_refs ?? 0) > 0
  const { data } = useQuery({ ...findingOptions(deployment, row.id), enabled: others })
  const instances = data?.instances ?? []
  const alsoOn = instances.flatMap(({ id, ref }) => (id === row.id ? [] : [refLabel(ref)]))
  return (
    <TriageForm
      subject={{ label: triageLabels.ignoreOne, draftKey: draftKey(deployment, [row.id]) }}
      initial={{ reason: knownReason(row.triage_reason), until: savedEnd(row) }}
      types={[type]}
      alsoOn={alsoOn}
      severities={[row.severity]}
      onSave={(choice) => onSave({ state: 'ignored', ...choice })}
      onCancel={onCancel}
    />
  )
}
