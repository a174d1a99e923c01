import { defineConfig } from '@playwright/test'
import { howToInstall, installedChromium, launchArguments } from './scripts/chromium.mjs'

// The workers load this file too: the environment spares them the search.
const executablePath = process.env['PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH'] || installedChromium()
if (!executablePath) throw new Error(howToInstall)
process.env['PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH'] = executablePath

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  workers: 2,
  // A test that passes the second time has found a fault the first time.
  retries: 0,
  forbidOnly: true,
  // Where the JSON goes is said by PLAYWRIGHT_JSON_OUTPUT_FILE; without it, nobody asked for it.
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['list'], ['json']] : [['list']],
  use: {
    launchOptions: { executablePath, args: launchArguments() },
    trace: 'retain-on-failure',
  },
})
