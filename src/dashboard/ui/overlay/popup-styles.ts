/** The style of popups: a menu, the options of a select. */
export const popupStyles =
  'max-h-(--available-height) origin-(--transform-origin) overflow-y-auto rounded border border-line bg-surface-1 p-1 text-1 shadow-float outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0'

/** The style of an entry. The highlighted one has a bar as well as a background. */
export const optionStyles =
  'flex min-h-8 cursor-default items-center gap-2 rounded-sm border-l-2 border-transparent px-1.5 outline-none select-none data-disabled:text-3 data-highlighted:border-accent data-highlighted:bg-surface-2'
