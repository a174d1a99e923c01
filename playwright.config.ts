import { defineConfig } from '@playwright/test'
import { installedChromium, launchArguments } from './scripts/chromium.mjs'

// The workers load this file too: the environment spares them the search.
const executablePath = process.env['PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH'] || installedChromium()
if (executablePath) process.env['PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH'] = executablePath

export default defineConfig({
  testDir: 'e2e',
  // Other tools read this file where there is no browser; only running the tests needs one.
  globalSetup: './e2e/support/require-browser.ts',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  // On two cores: a quarter of the time of two workers is waiting.
  workers: 3,
  // How fast a page is is measured elsewhere: these only end what hangs, on the slowest machine too.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  // A test that passes the second time has found a fault the first time.
  retries: 0,
  forbidOnly: true,
  // npm test counts from this report; without the variable nobody asked for one.
  reporter: process.env['PLAYWRIGHT_JUNIT_OUTPUT_FILE'] ? [['list'], ['junit']] : [['list']],
  use: {
    // Tests wait for the end of a transition; drawing the frames before it takes processor time.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // A test closes its page before optimized code pays off; compiling it took a tenth of the processor time.
      args: [...launchArguments(), '--js-flags=--no-turbofan --no-maglev'],
      // What scrolls is seen to scroll, and takes the room that it takes for people.
      ignoreDefaultArgs: ['--hide-scrollbars'],
    },
    // Its pictures of each step make a page of rows three times slower; --trace on takes them.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false },
  },
})
