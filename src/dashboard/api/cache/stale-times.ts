const second = 1000
const minute = 60 * second

/** How long each kind of response is fresh, in milliseconds. A write invalidates it earlier. */
export const staleTimes = {
  /** Lists, counts and details, which people and scanners change. */
  changing: 30 * second,
  /** Navigation data, and lists of filter values. */
  navigation: minute,
} as const
