/** The setting that marks a deployment whose data is being deleted, with what it contained; it is in no list any more. */
export const deletionSetting = 'deletion'
