import { howToInstall } from '../../scripts/chromium.mjs'

/** Stops the tests with one message if no browser was found. */
export default function demandBrowser() {
  if (!process.env['PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH']) throw new Error(howToInstall)
}
