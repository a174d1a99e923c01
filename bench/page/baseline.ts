import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { serveBare } from '../baseline-page/server.ts'

/** Where the built bare page lies. */
export const bareFolder = join(import.meta.dirname, '..', '.cache', 'baseline-page')

/** Builds the bare page and serves it with the service's own answers, by the size of their pages. */
export async function startBare(answers: ReadonlyMap<string, string>) {
  await build({
    configFile: false,
    root: join(import.meta.dirname, '..', 'baseline-page'),
    plugins: [react()],
    logLevel: 'warn',
    build: { target: 'es2023', outDir: bareFolder, emptyOutDir: true },
  })
  return serveBare(bareFolder, answers)
}
