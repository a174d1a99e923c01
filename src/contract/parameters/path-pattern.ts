/** Whether a filter of paths is read as a pattern; otherwise as what paths begin with. */
export const isPathPattern = (filter: string): boolean => filter.includes('*')
