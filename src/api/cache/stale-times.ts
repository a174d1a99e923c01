const second = 1000
const minute = 60 * second

/** For how long an answer counts as fresh, in milliseconds, by what it is. A write makes it stale earlier. */
export const staleTimes = {
  /** Lists, counts and details: what people and scanners change. */
  changing: 30 * second,
  /** What the navigation shows, and lists that filters offer. */
  navigation: minute,
} as const
