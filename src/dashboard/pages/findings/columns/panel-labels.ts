/** Labels of the columns panel. */
export const columnPanelLabels = {
  title: 'Columns',
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  first: 'Already the first column',
  last: 'Already the last column',
  moved: (name: string, at: number, of: number) => `${name} is column ${at} of ${of}`,
  reset: 'Reset columns',
  isDefault: 'These are the default columns',
  resetWidths: 'Reset widths',
  noWidths: 'No column was resized',
} as const
