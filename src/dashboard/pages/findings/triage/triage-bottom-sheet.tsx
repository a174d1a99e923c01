import { useState } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import { savedEnd } from '#features/triage/end-text.ts'
import { draftKey } from '#features/triage/form/draft.ts'
import { TriageForm } from '#features/triage/form/triage-form.tsx'
import { SelectionPreview } from '#features/triage/jobs/selection-preview.tsx'
import { stateText } from '#features/triage/labels.ts'
import { knownReason } from '#features/triage/row-labels.ts'
import { order, presentState } from '#features/triage/triage-actions.tsx'
import { Button } from '#ui/button.tsx'
import { Drawer } from '#ui/overlay/drawer.tsx'
import { useOnShown } from '#ui/use-on-shown.ts'
import { isWhole, selectedIds, selectedText } from '../selection/selection.ts'
import type { Selection } from '../selection/use-selection.tsx'
import { findingTitle } from '../title.ts'
import { triageLabels } from './labels.ts'
import type { useListTriage } from './use-list-triage.ts'

interface TriageBottomSheetProps {
  deployment: string
  type: FindingType
  listTriage: ReturnType<typeof useListTriage>
  selection: Selection
  /** The finding to triage; undefined for the selection. */
  row: Finding | undefined
  total: number | undefined
  /** Called when the sheet is shown and has the focus. */
  onShown: () => void
}

/**
 * The triage options of a finding or the selection on a phone, at the bottom of the window within reach of the thumb.
 */
export function TriageBottomSheet({
  deployment,
  type,
  listTriage,
  selection,
  row,
  total,
  onShown,
}: TriageBottomSheetProps) {
  const [ignoring, setIgnoring] = useState(false)
  useOnShown(onShown)
  const what = row ? triageLabels.thisFinding : selectedText(selection.selected, total)
  const isJob = !row && isWhole(selection.selected)
  return (
    <Drawer open side="bottom" title={triageLabels.of(what)} onClose={listTriage.cancel}>
      {row && <p className="truncate pb-3 text-2">{findingTitle(row)}</p>}
      {ignoring ? (
        <TriageForm
          subject={{
            label: triageLabels.ignoring(what),
            draftKey: row ? draftKey(deployment, [row.id]) : `${deployment}/selection`,
          }}
          initial={{ reason: knownReason(row?.triage_reason), until: row && savedEnd(row) }}
          types={[type]}
          severities={row ? [row.severity] : undefined}
          onSave={(choice) => listTriage.save({ state: 'ignored', ...choice })}
          onCancel={() => setIgnoring(false)}
          below={
            row
              ? undefined
              : (draft) => (
                  <SelectionPreview {...{ deployment, type, draft }} ids={selectedIds(selection.selected)} />
                )
          }
        />
      ) : (
        <div className="grid grid-cols-2 gap-2">
          {order.map((state) => (
            <Button
              key={state}
              size="large"
              pressed={row && state === presentState(row)}
              // A selection of more than rows asks for its reason in its preview.
              onClick={() =>
                state === 'ignored' && !isJob
                  ? setIgnoring(true)
                  : void listTriage.save({ state }).catch(() => undefined)
              }
            >
              {state === 'reopened' && !row ? triageLabels.reopen : stateText[state].word}
            </Button>
          ))}
        </div>
      )}
    </Drawer>
  )
}
