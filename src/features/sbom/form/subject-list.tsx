import { Autocomplete } from '@base-ui/react/autocomplete'
import { optionStyles } from '#ui/overlay/popup-styles.ts'
import type { SubjectOption } from './use-subject-options.ts'

interface SubjectListProps {
  label: string
  /** That nothing matches, or that there are more. */
  status: string | undefined
  onChoose: (option: SubjectOption) => void
}

/** The projects that match, under the field. In its place: a list at the end of the page would hide the dialog from screen readers. */
export function SubjectList({ label, status, onChoose }: SubjectListProps) {
  return (
    <div className="absolute inset-x-0 top-full z-10 mt-1 rounded border border-line bg-surface-1 text-1 shadow-float">
      <Autocomplete.List
        aria-label={label}
        // A press on an entry leaves the focus in the field.
        onMouseDown={(event) => event.preventDefault()}
        className="max-h-56 overflow-y-auto p-1 outline-none empty:hidden"
      >
        {(option: SubjectOption) => (
          <Autocomplete.Item
            key={option.key}
            value={option}
            onClick={() => onChoose(option)}
            className={optionStyles}
          >
            <span title={option.label} className="min-w-0 flex-1 truncate">
              <bdi>{option.label}</bdi>
            </span>
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
      <Autocomplete.Status className="px-2 py-1.5 text-xs text-3 empty:hidden">{status}</Autocomplete.Status>
    </div>
  )
}
