import { formatNumber, plural } from '#lib/text/format.ts'

export const labels = {
  add: 'Add comment',
  comment: 'Comment',
  hint: 'Markdown. @ and a name mentions a person.',
  save: 'Save comment',
  cancel: 'Cancel',
  edit: 'Edit',
  delete: 'Delete',
  deleteForGood: 'The comment disappears for others. You and administrators can still read it.',
  deleteComment: 'Delete comment',
  deleted: 'deleted this comment',
  edited: 'edited',
  earlier: 'Earlier texts',
  show: 'Show',
  hide: 'Hide',
  none: 'No comments.',
  loading: 'Loading comments…',
  loadFailed: "Couldn't load the comments",
  retry: 'Retry',
  added: 'Comment added',
  saved: 'Comment saved',
  removed: 'Comment deleted',
  newerText: 'Saving again replaces the newer text, which is kept.',
  people: 'People to mention',
} as const

export const tooLong = (over: number) => `The comment is ${formatNumber(over)} characters too long`
export const peopleFound = (count: number) => `${plural(count, 'person', 'people')} to mention`
export const showEarlier = (count: number) => `Show ${plural(count, 'earlier comment')}`
export const commentOf = (author: string) => `Comment by ${author}`
