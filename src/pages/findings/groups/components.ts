type Module = typeof import('./group-source.tsx')

/**
 * The part of the list that knows groups. The route's loader has it before a grouped list is rendered: a boundary that waits
 * would be held back by React for a third of a second.
 */
export const groupComponents: { GroupSource?: Module['GroupSource'] } = {}
