import { howToInstall } from '../../scripts/chromium.mjs'

/** Stops the tests with one line where the configuration found no browser. */
export default function demandBrowser() {
  if (!process.env['PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH']) throw new Error(howToInstall)
}
