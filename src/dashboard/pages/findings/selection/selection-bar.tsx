import { type RefObject, useRef } from 'react'
import type { FindingType, NewTriageState } from '#contract/vocabulary.ts'
import { SelectionFrame } from '#features/list/table/selection-frame.tsx'
import { TriageForm } from '#features/triage/form/triage-form.tsx'
import { SelectionPreview } from '#features/triage/jobs/selection-preview.tsx'
import { stateText } from '#features/triage/labels.ts'
import { formatNumber } from '#lib/text/format.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/text/kbd.tsx'
import { useOnShown } from '#ui/use-on-shown.ts'
import { triageLabels } from '../triage/labels.ts'
import type { useListTriage } from '../triage/use-list-triage.ts'
import { selectionLabels } from './labels.ts'
import { isSelecting, type Selected, selectedIds, selectedText } from './selection.ts'
import type { Selection } from './use-selection.tsx'

interface SelectionBarProps {
  deployment: string
  type: FindingType
  table: RefObject<DataTableHandle | null>
  selection: Selection
  listTriage: ReturnType<typeof useListTriage>
  phone: boolean
  /** The number of findings that match the filter. */
  total: number | undefined
  /** Called when the reason form is shown and has the focus. */
  onAsked: () => void
}

const states: readonly {
  state: NewTriageState
  label: string
  act: 'ask' | 'reviewing' | 'fixing' | 'reopen'
}[] = [
  { state: 'ignored', label: triageLabels.ignore, act: 'ask' },
  { state: 'reviewing', label: triageLabels.reviewing, act: 'reviewing' },
  { state: 'fixing', label: triageLabels.fixing, act: 'fixing' },
  { state: 'reopened', label: triageLabels.reopen, act: 'reopen' },
]

/**
 * The selection and its actions, over the table header, so that no row moves. On a phone it covers the footer, and a
 * bottom sheet offers the actions.
 */
export function SelectionBar(props: SelectionBarProps) {
  const { table, selection, listTriage, phone, total } = props
  const { selected, elsewhere } = selection
  const nextButton = useRef<HTMLButtonElement>(null)
  if (!isSelecting(selected)) return null
  const what = selectedText(selected, total)
  const hasMore =
    !selected.all && total !== undefined && (selected.groups.size > 0 || total > selected.rows.size)
  const selectAll = () => {
    // The pressed button is removed; triage is the next step.
    nextButton.current?.focus()
    selection.selectAll()
  }
  return (
    <SelectionFrame
      table={table}
      label={what.charAt(0).toUpperCase() + what.slice(1)}
      elsewhere={selected.all ? undefined : elsewhere}
      onClear={selection.clear}
      secondary={hasMore && <SelectAllButton phone={phone} total={total} onPress={selectAll} />}
      confirmation={listTriage.isReasonForSelection && !phone && <SelectionReason {...props} what={what} />}
    >
      {phone ? (
        <Button
          ref={nextButton}
          size="large"
          variant="primary"
          aria-haspopup="dialog"
          disabledReason={listTriage.disabledReason}
          onClick={listTriage.ask}
        >
          {triageLabels.triage} <span className="sr-only">{what}</span>
        </Button>
      ) : (
        <TriageButtons {...{ listTriage, selected, what, nextButton }} />
      )}
    </SelectionFrame>
  )
}

interface TriageButtonsProps extends Pick<SelectionBarProps, 'listTriage'> {
  selected: Selected
  what: string
  nextButton: RefObject<HTMLButtonElement | null>
}

function TriageButtons({ listTriage, selected, what, nextButton }: TriageButtonsProps) {
  return (
    <>
      {states.map(({ state, label, act }) => (
        <Button
          key={state}
          ref={state === 'ignored' ? nextButton : undefined}
          size="small"
          aria-expanded={
            state === 'ignored' && selected.rows.size > 0 ? listTriage.isReasonForSelection : undefined
          }
          disabledReason={listTriage.disabledReason}
          onClick={listTriage[act]}
        >
          {label} <span className="sr-only">{what}</span>
          <Kbd className="-mr-1 @max-[760px]:hidden">{stateText[state].key}</Kbd>
        </Button>
      ))}
      <Button
        size="small"
        aria-haspopup="dialog"
        disabledReason={listTriage.disabledReason}
        onClick={listTriage.assign}
      >
        {triageLabels.assign} <span className="sr-only">{what}</span>
        <Kbd className="-mr-1 @max-[760px]:hidden">A</Kbd>
      </Button>
    </>
  )
}

interface SelectAllButtonProps {
  phone: boolean
  total: number
  onPress: () => void
}

/** Selects all findings that match the filter. */
function SelectAllButton({ phone, total, onPress }: SelectAllButtonProps) {
  return (
    <Button size={phone ? 'large' : 'small'} variant={phone ? 'default' : 'quiet'} onClick={onPress}>
      <span>
        {phone ? selectionLabels.allShort : selectionLabels.selectAll} {formatNumber(total)}{' '}
        <span className="@max-[760px]:sr-only">{selectionLabels.matching}</span>
      </span>
    </Button>
  )
}

/** Asks for the reason to ignore the selection, with a preview of the change. */
function SelectionReason({
  deployment,
  type,
  selection,
  listTriage,
  onAsked,
  what,
}: SelectionBarProps & { what: string }) {
  return (
    <>
      <TriageForm
        key={listTriage.turn}
        subject={{ label: triageLabels.ignoring(what), draftKey: `${deployment}/selection` }}
        types={[type]}
        onSave={(choice) => listTriage.save({ state: 'ignored', ...choice })}
        onCancel={listTriage.cancel}
        below={(draft) => (
          <SelectionPreview {...{ deployment, type }} ids={selectedIds(selection.selected)} draft={draft} />
        )}
      />
      <SelectionText onShown={onAsked} />
    </>
  )
}

/** Signals that the content before it has rendered. */
function SelectionText({ onShown }: { onShown: () => void }) {
  useOnShown(onShown)
  return null
}
