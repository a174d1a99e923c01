import { labels } from '../labels.ts'

// The order matters: user agents also include the names of browsers later in the list.
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

/** Returns a readable name for a user agent: `Firefox on Linux`. An unknown one is returned unchanged. */
export function browserName(userAgent: string | null): string {
  const text = userAgent?.trim() ?? ''
  if (text === '') return labels.sessions.unknownBrowser
  const [browser, system] = [firstMatch(browsers, text), firstMatch(systems, text)]
  if (browser && system) return labels.sessions.browserOn(browser, system)
  return browser ?? (text.length > 60 ? `${text.slice(0, 60)}…` : text)
}
