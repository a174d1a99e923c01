/** The labels of the palette that are shown before its code has loaded, too. */
export const frameLabels = {
  dialog: 'Search and actions',
  field: 'Search pages, projects, packages, rules, advisories, people, tickets, findings and actions',
  placeholder: 'Search or choose an action…',
} as const

/** The looks of the palette, the same before and after its code has loaded. */
export const frameStyles = {
  backdrop: 'fixed inset-0 z-40 bg-scrim',
  viewport: 'fixed inset-0 z-40 flex items-start justify-center p-3 sm:pt-24',
  popup:
    'flex max-h-[min(32rem,100%)] w-150 max-w-full flex-col overflow-hidden rounded border border-line bg-surface-1 text-1 shadow-float outline-none',
  field: 'flex h-11 shrink-0 items-center gap-2 border-b border-line px-3 text-3',
  input: 'h-full min-w-0 flex-1 bg-transparent text-base text-1 outline-none',
} as const
