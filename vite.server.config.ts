import { defineConfig } from 'vite'

// The service as plain JavaScript, for the packed package: Node strips no types under node_modules.
// What stands in `dependencies` stays outside and is installed with the package.
export default defineConfig({
  publicDir: false,
  // These two are hundreds of small modules, and to find and read each of them was a third of a start.
  ssr: { noExternal: ['kysely', 'zod'] },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node24',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      // Files are read, exports are written, and memory is loaded, in threads of their own.
      input: {
        main: 'src/server/main.ts',
        'rebuild-worker': 'src/server/db/sqlite/rebuild/worker.ts',
        'purge-worker': 'src/server/db/sqlite/purge-worker.ts',
        'sbom-worker': 'src/server/sbom/export/worker.ts',
        'owners-worker': 'src/server/triage/owners/worker.ts',
        'scan-reader': 'src/server/scans/reading/worker.ts',
        'export-worker': 'src/server/findings/export/worker.ts',
        'findings-loader': 'src/server/findings/columns/loader.ts',
        'history-loader': 'src/server/findings/history/loader.ts',
        'dependencies-loader': 'src/server/dependencies/columns/loader.ts',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        // What a thread shares with the migrations would otherwise stand in their file, and each thread would read it.
        codeSplitting: { groups: [{ name: 'shared', test: /src\/(lib|server\/base\/credentials)\// }] },
      },
    },
  },
})
