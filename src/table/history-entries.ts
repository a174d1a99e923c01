/** What changes the URL: a choice a person made in some group of controls, typing, or the page itself. */
export type Change = { kind: 'choice'; group: string } | { kind: 'typing' } | { kind: 'program' }

/** The choice that made the present history entry. */
export interface LastChoice {
  group: string
  at: number
}

/** Choices in one group within this time, in milliseconds, are one history entry. */
export const mergeWithin = 3000

/** Whether a change writes over the present history entry; a person's choice makes a new one, and typing never does. */
export function replacesEntry(change: Change, last: LastChoice | undefined, now: number): boolean {
  if (change.kind !== 'choice') return true
  return last !== undefined && last.group === change.group && now - last.at < mergeWithin
}
