type Module = typeof import('./group-source.tsx')

/**
 * The grouping components. The route loader imports them before a grouped list renders: React would delay a suspended
 * boundary by a third of a second.
 */
export const groupComponents: { GroupSource?: Module['GroupSource'] } = {}
