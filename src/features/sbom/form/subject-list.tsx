import { Autocomplete } from '@base-ui/react/autocomplete'
import { optionStyles } from '#ui/overlay/popup-styles.ts'
import type { SubjectOption } from './use-subject-options.ts'

interface SubjectListProps {
  label: string
  /** The message that nothing matches, or that there are more matches. */
  status: string | undefined
  onChoose: (option: SubjectOption) => void
}

/**
 * The matching projects, under the field. Rendered in place: a list in a portal would hide the dialog from screen
 * readers.
 */
export function SubjectList({ label, status, onChoose }: SubjectListProps) {
  return (
    <div className="absolute inset-x-0 top-full z-10 mt-1 rounded border border-line bg-surface-1 text-1 shadow-float">
      <Autocomplete.List
        aria-label={label}
        // Keeps the focus in the field when an entry is pressed.
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
