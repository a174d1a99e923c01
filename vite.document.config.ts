import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// What renders the first rows within the service, as one folder that needs no package.
export default defineConfig({
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [react({ jsxImportSource: '#visible' })],
  ssr: { noExternal: true },
  build: {
    ssr: 'src/dashboard/app/document.tsx',
    outDir: 'dist/document',
    target: 'node24',
    rolldownOptions: { output: { entryFileNames: '[name].js' } },
  },
})
