import { defineConfig } from 'vitest/config'

const setupFiles = ['scripts/checks/no-console-errors.ts', 'scripts/checks/property-seed.ts']

/** What is tried by force may be tried many times as often; docs/reliability.md says how. */
const forceTimes = Number(process.env['GATEHOUSE_FORCE_TIMES'] ?? 1)

export default defineConfig({
  test: {
    // Two workers on two cores. Processes, though threads start faster: a thread that breaks down in native code
    // takes the whole run with it, and Vitest's transforming stands in the same process.
    pool: 'forks',
    maxWorkers: 2,
    // How long a test may take is measured elsewhere: this only ends one that hangs, on the slowest machine too.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: ['src/server/**'],
          setupFiles,
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          environment: 'node',
          include: ['src/server/**/*.test.ts'],
          setupFiles,
          // Some start the whole service as a process, several times over.
          testTimeout: 600_000 * forceTimes,
        },
      },
    ],
  },
})
