import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups } from './scripts/chunks.ts'
import { iconsInPage } from './scripts/icons-in-page.ts'
import { packedFiles } from './scripts/packed-files.ts'

const service = `http://127.0.0.1:${process.env['PORT'] ?? 4400}`

export default defineConfig({
  plugins: [
    iconsInPage(),
    // Every text of others is shown as it is; src/dashboard/ui/visible says how.
    react({ jsxImportSource: '#visible' }),
    tailwindcss(),
    packedFiles(),
  ],
  build: {
    outDir: 'dist/web',
    target: 'es2023',
    // The service tells the browser what a page needs; what comes later needs little that is not there by then.
    modulePreload: false,
    // For the service, which tells the browser early what a page needs, and for the size budget.
    manifest: true,
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups() } },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    // `npm run dev`: the dashboard from here, everything else from the service.
    proxy: Object.fromEntries(['/api', '/healthz', '/readyz', '/docs'].map((path) => [path, service])),
  },
})
