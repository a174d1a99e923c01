import { labels } from '../labels.ts'

// In the order in which they must be looked for: each also names those that stand below it.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chromium|Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const firstMatch = (list: readonly (readonly [RegExp, string])[], text: string) =>
  list.find(([pattern]) => pattern.test(text))?.[1]

/** What a browser says of itself in two words: `Firefox on Linux`. What no browser says is shown as it came. */
export function browserName(userAgent: string | null): string {
  const text = userAgent?.trim() ?? ''
  if (text === '') return labels.sessions.unknownBrowser
  const [browser, system] = [firstMatch(browsers, text), firstMatch(systems, text)]
  if (browser && system) return labels.sessions.browserOn(browser, system)
  return browser ?? (text.length > 60 ? `${text.slice(0, 60)}…` : text)
}
