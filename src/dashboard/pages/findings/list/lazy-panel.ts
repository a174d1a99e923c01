import { lazy } from '#ui/lazy.tsx'

/** The detail of a finding next to the list. */
export const FindingPanel = lazy(() =>
  import('../detail/panel/panel.tsx').then((module) => module.FindingPanel),
)
