import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { serveBaseline } from '../baseline-page/server.ts'

/** Where the built baseline page lies. */
export const baselineFolder = join(import.meta.dirname, '..', '.cache', 'baseline-page')

/** Builds the baseline page and serves it with the service's own answers, by the size of their pages. */
export async function startBaseline(answers: ReadonlyMap<string, string>) {
  await build({
    configFile: false,
    root: join(import.meta.dirname, '..', 'baseline-page'),
    plugins: [react()],
    logLevel: 'warn',
    build: { target: 'es2023', outDir: baselineFolder, emptyOutDir: true },
  })
  return serveBaseline(baselineFolder, answers)
}
