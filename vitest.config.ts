import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { installedChromium, launchArguments } from './scripts/chromium.mjs'

const setupFiles = [
  'scripts/checks/own-modules.ts',
  'scripts/checks/no-console-errors.ts',
  'scripts/checks/property-seed.ts',
]

/** What is tried by force may be tried many times as often; docs/reliability.md says how. */
const forceTimes = Number(process.env['GATEHOUSE_FORCE_TIMES'] ?? 1)

/** Tests of the service that do not run on PostgreSQL, and why. */
const notOnPostgres = [
  // They read and write files of the embedded engine, or start commands that know it alone.
  'src/server/cli/**',
  'src/server/operations/{backup,doctor,migrate,rehearse}/**',
  'src/server/db/sqlite/**',
  'src/server/findings/columns/column-stores.test.ts',
  'src/server/findings/export/export-thread.test.ts',
  'src/server/findings/export/reading.test.ts',
  'src/server/findings/list/before-loaded.test.ts',
  'src/server/scans/list/query-cache.test.ts',
  'src/server/scans/messages.test.ts',
  'src/server/scans/rescan/migrated.test.ts',
  'src/server/testing/examples/published-examples.test.ts',
  'src/server/testing/stress/**',
  // They count the statements of the embedded engine, and the pages that it reads.
  'src/server/testing/list-statements.test.ts',
  'src/server/testing/operation-statements.test.ts',
  // They use no database.
  'src/server/columns/**',
  'src/server/demo/{advisories,generate,rules}/**',
  'src/server/demo/content.test.ts',
  'src/server/dependencies/license-families.test.ts',
  'src/server/dependencies/versions/**',
  'src/server/reports/**',
  'src/server/scans/{lifecycle,matching,reading}/**',
  'src/server/base/**',
  // It counts the turns of a single writer.
  'src/server/scans/import/large-import.test.ts',
  // They take 20 minutes there, and try what is the same on each engine: matching of findings, formats of files, traces,
  // and descriptions.
  'src/server/scans/rescan/!(meanwhile).test.ts',
  'src/server/scans/{samples,sequence,triage-in-files}.test.ts',
  'src/server/scans/resolve/histories.test.ts',
  'src/server/testing/{bom-round-trip,timed-operations}.test.ts',
  'src/server/testing/clients/**',
  'src/server/testing/examples/described.test.ts',
  'src/server/operations/tracing/**',
  // They test what is counted from columns in memory; others compare the columns with each database.
  'src/server/findings/{counts,filters,groups}/**',
  // They test authorization, requests, file formats, sign-in, e-mail and limits, which are the same on each engine.
  'src/server/access.test.ts',
  'src/server/findings/saved/filters/quota.test.ts',
  'src/server/http/**',
  'src/server/catalog/projects/names.test.ts',
  'src/server/sbom/export/storage/s3/**',
  'src/server/sbom/export/requests.test.ts',
  'src/server/sbom/formats/**',
  'src/server/scans/tool-rules.test.ts',
  'src/server/scans/upload/{upload-*,wire}.test.ts',
  'src/server/access/single-sign-on/**',
  'src/server/access/tokens/restricted.test.ts',
  'src/server/vex/import-{limits,reasons}.test.ts',
  'src/server/notifications/{formats,quiet,secrets-in-messages}.test.ts',
  'src/server/notifications/mail/**',
]

/** Folders and files of tests that take long, however short they are. */
const longTests =
  /\/src\/server\/(cli|operations\/(backup|doctor|migrate|rehearse)|db\/postgres|reports|scans\/(matching|reading|rescan)|testing\/(cluster|stress))\/|\/(resume|unchanged)\.test\.ts$/

/** Starts what takes long first, and else the largest files: with one of 40 s at the end, all other workers wait. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => longTests.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** The files that a worker runs share their modules: to load those of the service takes 1.4 s for each file. */
const sharedModules = { isolate: false, unstubEnvs: true } as const

export default defineConfig({
  test: {
    // Three workers on two cores: many tests wait for a process or a limit of time. Processes, though threads start
    // faster: a thread that breaks down in native code takes the whole run with it, and Vitest's transforming stands in
    // the same process.
    pool: 'forks',
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // How long a test may take is measured elsewhere: this only ends one that hangs, on the slowest machine too.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          ...sharedModules,
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: ['src/server/**', 'src/**/*.component.test.tsx'],
          setupFiles,
        },
      },
      {
        extends: true,
        // Found by no scan, since the compiler imports them; to find them later would load the page anew.
        optimizeDeps: { include: ['react/jsx-runtime', 'react/jsx-dev-runtime'] },
        plugins: [react({ jsxImportSource: '#visible' }), tailwindcss()],
        test: {
          name: 'component',
          include: ['src/**/*.component.test.tsx'],
          // What a test waits for in a page, it waits for as long as this.
          testTimeout: 60_000,
          setupFiles: ['scripts/checks/no-console-errors.ts', 'scripts/checks/component-styles.ts'],
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({
              // Looked for only where a browser is started: the other projects do without one.
              get launchOptions() {
                const executablePath =
                  process.env['PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH'] || installedChromium()
                return { ...(executablePath ? { executablePath } : {}), args: launchArguments() }
              },
            }),
            instances: [{ browser: 'chromium' }],
            viewport: { width: 1280, height: 800 },
            screenshotFailures: false,
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          environment: 'node',
          ...sharedModules,
          include: ['src/server/**/*.test.ts'],
          exclude: notOnPostgres,
          setupFiles,
          globalSetup: ['scripts/checks/built-service.ts', 'src/server/testing/postgres/global-setup.ts'],
          env: { GATEHOUSE_TEST_ENGINE: 'postgres' },
          testTimeout: 600_000 * forceTimes,
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          environment: 'node',
          ...sharedModules,
          include: ['src/server/**/*.test.ts'],
          exclude: [
            'src/server/db/postgres/**',
            'src/server/testing/several-processes.test.ts',
            'src/server/testing/cluster/**',
          ],
          globalSetup: ['scripts/checks/built-service.ts'],
          setupFiles: [...setupFiles, 'src/server/db/sqlite/testing/keyed-statements.ts'],
          // Some start the whole service as a process, several times over.
          testTimeout: 600_000 * forceTimes,
        },
      },
    ],
  },
})
