import { formatNumber, plural } from '#lib/text/format.ts'

/** Labels of the selection. */
export const selectionLabels = {
  rows: (count: number) => `${formatNumber(count)} selected`,
  groups: (count: number) => `${plural(count, 'group')} selected`,
  all: (total: number | undefined) => `all ${total === undefined ? '' : `${formatNumber(total)} `}that match`,
  announced: (count: number) => `${plural(count, 'row')} selected`,
  selectAll: 'Select all',
  allShort: 'All',
  matching: 'that match',
  cleared: 'Selection cleared because the filter or view changed',
  elsewhere: (count: number, groups: boolean) =>
    `${formatNumber(count)} ${groups ? 'not shown here' : 'on other pages'}`,
  box: (groups: boolean) => `Select all ${groups ? 'groups' : 'rows'} of this page`,
  otherGroups: (count: number) => plural(count, 'other group'),
  everything: 'All findings that match the filter, on every page.',
  ofGroups: (titles: string) => `All findings in ${titles} that match the filter.`,
} as const
