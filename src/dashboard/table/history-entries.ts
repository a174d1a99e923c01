/** The kinds of URL changes: a choice in a group of controls, typing, or the page itself. */
export type Change = { kind: 'choice'; group: string } | { kind: 'typing' } | { kind: 'program' }

/** The choice that created the current history entry. */
export interface LastChoice {
  group: string
  at: number
}

/** The time in milliseconds within which choices of one group share a history entry. */
export const mergeWithin = 3000

/** Whether a change replaces the current history entry; a person's choice adds a new one, typing never does. */
export function replacesEntry(change: Change, last: LastChoice | undefined, now: number): boolean {
  if (change.kind !== 'choice') return true
  return last !== undefined && last.group === change.group && now - last.at < mergeWithin
}
