import { Icon } from './icon/icon.tsx'
import { labels } from './labels.ts'

interface ChipProps {
  /** The name of the filter: `Severity`. */
  label: string
  /** The values: `Critical, High`. Omitted if the label is enough. */
  value?: string | undefined
  /** The filter excludes its values. */
  negated?: boolean | undefined
  onRemove: () => void
  /** The accessible name of the button; built from label and value by default. */
  removeLabel?: string | undefined
}

/** A filter with a remove button. */
export function Chip({ label, value, negated = false, onRemove, removeLabel }: ChipProps) {
  const words = [label, negated && labels.not, value].filter(Boolean).join(' ')
  return (
    <span className="inline-flex h-6.5 max-w-[min(20rem,100%)] items-center rounded bg-accent-bg pl-2 text-2 forced-colors:outline forced-colors:-outline-offset-1">
      <span className="truncate" title={words}>
        {label}
        {negated && <span className="font-medium text-danger"> {labels.not}</span>}
        {value !== undefined && <span className="font-medium text-1"> {value}</span>}
      </span>
      <button
        type="button"
        onClick={onRemove}
        aria-label={removeLabel ?? labels.removeFilter(words)}
        className="grid size-6.5 shrink-0 place-content-center rounded hover:text-1 focus-inset"
      >
        <Icon name="close" className="size-3.5" />
      </button>
    </span>
  )
}
