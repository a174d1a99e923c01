// `npm run dev`: Vite with hot reload, in front of the service, which restarts when it changes.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { pinnedEnvironment, root } from './prepare.mjs'

const dashboard = 'http://127.0.0.1:5173'

function start(args: string[], environment: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, env: pinnedEnvironment(environment), stdio: 'inherit' })
}

const children = [
  start(['--watch', '--disable-warning=ExperimentalWarning', 'src/server/main.ts', 'serve'], {
    GATEHOUSE_DEMO: process.env['GATEHOUSE_DEMO'] ?? '1',
    // The sign-in link opens Vite's dashboard, and cookies are set for its URL.
    GATEHOUSE_PUBLIC_URL: process.env['GATEHOUSE_PUBLIC_URL'] ?? dashboard,
  }),
  start([join(root, 'node_modules', 'vite', 'bin', 'vite.js')]),
]

function end() {
  for (const child of children) child.kill('SIGTERM')
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end)
// When one process ends, the other is stopped too.
for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ??= code ?? 0
    end()
  })
}
