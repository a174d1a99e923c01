import {
  chunksBeforeRows,
  chunksOfFindings,
  chunksOfOtherPages,
  readManifest,
  scriptsOf,
} from './scripts/size.ts'

const manifest = readManifest()

const limits = {
  // The numbers of the overview are the first that a person sees.
  'src/dashboard/pages/overview/route.tsx': '162 kB',
  // What changes a policy, and asks before tags do, is on the page before its dialogs are loaded.
  'src/dashboard/pages/policies/policy/route.tsx': '204 kB',
  'src/dashboard/pages/projects/project/route.tsx': '205 kB',
}

export default [
  {
    name: 'before the rows are painted',
    path: scriptsOf(manifest, chunksBeforeRows(manifest)),
    limit: '162 kB',
    gzip: true,
  },
  {
    name: 'the findings pages, highlighter aside',
    path: scriptsOf(manifest, chunksOfFindings(manifest)),
    limit: '398 kB',
    gzip: true,
  },
  ...[...chunksOfOtherPages(manifest)].map(([page, chunks]) => ({
    name: page.replace(/^src\/dashboard\/pages\/|\/route\.tsx$/g, ''),
    path: scriptsOf(manifest, chunks),
    limit: limits[page] ?? '202 kB',
    gzip: true,
  })),
]
