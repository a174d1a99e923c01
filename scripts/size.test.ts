import { expect, it } from 'vitest'
import {
  chunksBeforeRows,
  chunksOfFindings,
  chunksOfOtherPages,
  type Manifest,
  scriptsOf,
  unweighed,
} from './size.ts'

function chunk(file: string, imports: string[] = [], dynamicImports: string[] = [], name = file) {
  return { file, name, imports, dynamicImports }
}

const manifest: Manifest = {
  '_entry.css': chunk('entry.css', [], [], 'entry'),
  '_entry.js': chunk('entry.js', [], ['_frame.js'], 'entry'),
  '_react.js': chunk('react.js'),
  'src/dashboard/app/palette.tsx': chunk('palette.js'),
  '_frame.js': chunk('frame.js', ['_entry.js', '_react.js'], ['_findings.js'], 'frame'),
  '_findings.js': chunk(
    'findings.js',
    ['_frame.js', '_table.js'],
    [
      'src/dashboard/pages/findings/detail.tsx',
      'src/dashboard/features/highlight.ts',
      'src/dashboard/pages/secrets/route.tsx',
      'src/dashboard/app/palette.tsx',
    ],
    'findings',
  ),
  '_table.js': chunk('table.js', ['_react.js']),
  'src/dashboard/pages/findings/detail.tsx': chunk('detail.js', ['_dialog.js']),
  '_dialog.js': chunk('dialog.js'),
  'src/dashboard/pages/findings/style.css': chunk('style.css'),
  'src/dashboard/pages/secrets/route.tsx': chunk('secrets.js', ['_chart.js']),
  '_chart.js': chunk('chart.js'),
  'src/dashboard/features/highlight.ts': chunk('highlight.js'),
}

const names = (files: string[]) => files.map((file) => file.replace(/^dist.web./, '')).sort()

it('weighs what is asked for before the rows are painted, each file once', () => {
  expect(names(scriptsOf(manifest, chunksBeforeRows(manifest)))).toEqual([
    'entry.js',
    'findings.js',
    'frame.js',
    'react.js',
    'table.js',
  ])
})

it('weighs all that the findings pages may load, other pages and the highlighter aside', () => {
  expect(names(scriptsOf(manifest, chunksOfFindings(manifest)))).toEqual([
    'detail.js',
    'dialog.js',
    'entry.js',
    'findings.js',
    'frame.js',
    'palette.js',
    'react.js',
    'table.js',
  ])
})

it('weighs each other page with all that comes before it', () => {
  const [[page, chunks] = ['', []], ...others] = chunksOfOtherPages(manifest)
  expect(others).toEqual([])
  expect(page).toBe('src/dashboard/pages/secrets/route.tsx')
  expect(names(scriptsOf(manifest, chunks))).toEqual([
    'chart.js',
    'entry.js',
    'frame.js',
    'react.js',
    'secrets.js',
  ])
})

it('names a page that is no chunk of its own', () => {
  const routes = [
    'src/dashboard/pages/findings/route.tsx',
    'src/dashboard/pages/secrets/route.tsx',
    'src/dashboard/pages/scans/route.tsx',
  ]
  expect(unweighed(manifest, routes)).toEqual(['src/dashboard/pages/scans/route.tsx'])
})

it('does not weigh a build without the page', () => {
  const { '_findings.js': _, ...without } = manifest
  expect(() => chunksBeforeRows(without)).toThrow('"findings"')
})
