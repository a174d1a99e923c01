import { Autocomplete } from '@base-ui/react/autocomplete'
import { classes } from '#ui/classes.ts'
import { optionStyles } from '#ui/overlay/popup-styles.ts'
import { labels } from './labels.ts'

export interface KnownTag {
  value: string
  count: number
}

/** The deployment's tags that match, above or below the field. */
export function KnownTags({ above, onChoose }: { above: boolean; onChoose: (tag: string) => void }) {
  return (
    // A list in a portal, as in the library's own popup, would hide the page from screen readers.
    <Autocomplete.List
      aria-label={labels.known}
      // Keeps the focus in the field when a tag is pressed.
      onMouseDown={(event) => event.preventDefault()}
      className={classes(
        'absolute inset-x-0 z-10 max-h-56 overflow-y-auto rounded border border-line bg-surface-1 p-1 text-1 shadow-float outline-none empty:hidden',
        above ? 'bottom-9' : 'top-9',
      )}
    >
      {(tag: KnownTag) => (
        <Autocomplete.Item
          key={tag.value}
          value={tag}
          onClick={() => onChoose(tag.value)}
          className={optionStyles}
        >
          <span className="min-w-0 flex-1 truncate">{tag.value}</span>
          <span className="text-xs text-3">{labels.projects(tag.count)}</span>
        </Autocomplete.Item>
      )}
    </Autocomplete.List>
  )
}
