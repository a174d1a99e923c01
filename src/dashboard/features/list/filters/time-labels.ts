/** Labels of filters by time. */
export const timeLabels = {
  anyTime: 'Any time',
  customRange: 'Custom range…',
  startDate: 'Start date',
  endDate: 'End date',
  since: (day: string) => `since ${day}`,
  within: (span: string) => `in the ${span}`,
}
