import { defineConfig } from 'vite'

// The service as plain JavaScript, for the packed package: Node strips no types under node_modules.
// What stands in `dependencies` stays outside and is installed with the package.
export default defineConfig({
  publicDir: false,
  build: {
    ssr: 'src/server/main.ts',
    outDir: 'dist/server',
    target: 'node24',
    sourcemap: true,
    minify: false,
    rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
  },
})
