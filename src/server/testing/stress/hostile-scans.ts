import { gzipSync } from 'node:zlib'

/** A file that is made to be dear, and the file of the same project that comes before it. */
export interface HostileScan {
  /** Made when it is sent, since some are large. */
  body(): Buffer
  before?(): Buffer
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value))
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

const semgrep = (results: readonly unknown[]) => ({ version: '1.100.0', errors: [], paths: {}, results })

const sarif = (results: readonly unknown[], more: object = {}) => ({
  version: '2.1.0',
  runs: [{ tool: { driver: { name: 'Hostile', ...more } }, results }],
})

/** A result at a line of a file. */
const place = (uri: string, startLine: number, text?: string) => [
  {
    physicalLocation: {
      artifactLocation: { uri },
      region: { startLine, ...(text === undefined ? {} : { snippet: { text } }) },
    },
  },
]

/** 190 kB: 500 patterns for fixes, each of which is slow to compile and matches nowhere. */
const patterns = () =>
  semgrep(
    times(500, (index) => ({
      check_id: `r${index}`,
      path: 'a.py',
      start: { line: index + 1, col: 1 },
      end: { line: index + 1, col: 100 },
      extra: {
        message: 'm',
        severity: 'ERROR',
        lines: 'a'.repeat(99),
        fix_regex: { regex: `(${'(a?){20}'.repeat(20)})${index}`, replacement: '\\1'.repeat(20) },
      },
    })),
  )

/** 3.3 MB: messages whose arguments make each of them a hundred times as long. */
const filledIn = () =>
  sarif(
    times(3_000, (index) => ({
      ruleId: 'r',
      message: { id: 'm', arguments: ['x'.repeat(1_000)] },
      locations: place('a.c', index + 1),
    })),
    { rules: [{ id: 'r', messageStrings: { m: { text: '{0}'.repeat(100) } } }] },
  )

/** 650 kB: one message of 99 kB that 3,000 results share. */
const sharedMessage = () =>
  sarif(
    times(3_000, (index) => ({
      ruleId: 'r',
      message: { id: 'm' },
      locations: place('a.c', index + 1),
    })),
    { rules: [{ id: 'r', messageStrings: { m: { text: 'y'.repeat(99_000) } } }] },
  )

/** Results of as few bytes as are read, all in one file of the source. */
const tiny = (count: number) =>
  Buffer.from(
    `{"version":"1.100.0","errors":[],"results":[${times(count, (index) => `{"check_id":"r","path":"a.py","start":{"line":${index + 1},"col":1},"extra":{"message":"m","lines":"l${index}"}}`).join(',')}]}`,
  )

const deep = () => Buffer.from(`{"results":[${'['.repeat(20_000_000)}`)

/** Results whose code is alike, all in one file and of one rule. @param moved by how many lines, with code that changed. */
const alike = (count: number, moved: number) =>
  semgrep(
    times(count, (index) => {
      const code = times(40, (at) => `call_${at}(value_${(index * 7 + at) % 400}, ${moved + at})`).join('; ')
      const line = Math.floor(index / 4) + 1 + moved
      return {
        check_id: 'r',
        path: 'src/app.py',
        start: { line, col: 1 },
        end: { line, col: 1 + code.length },
        extra: { message: 'm', severity: 'ERROR', lines: code },
      }
    }),
  )

/** Advisories of one package, by ids of their own, each of which names others as its aliases. */
const advisories = (count: number, ownId: (index: number) => string, aliases: number) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  components: [{ type: 'library', 'bom-ref': 'c', name: 'p', version: '1.0.0', purl: 'pkg:npm/p@1.0.0' }],
  vulnerabilities: times(count, (index) => ({
    id: ownId(index),
    description: 'It is known under several names. '.repeat(5),
    references: times(aliases, (at) => ({ id: cve((index * 7 + at) % count) })),
    affects: [{ ref: 'c' }],
  })),
})

const cve = (index: number) => `CVE-2020-${10_000 + index}`

/** Files that were found to be dear, and their like; none of more than 50 MB. */
export const hostileScans = {
  '500 patterns for fixes': { body: () => json(patterns()) },
  'messages that are filled in': { body: () => json(filledIn()) },
  'a long message that 3,000 results share': { body: () => json(sharedMessage()) },
  '40,000 tiny results, compressed': { body: () => gzipSync(tiny(40_000)) },
  '20 MB of brackets': { body: deep },
  '50 MB of tiny results': { body: () => tiny(480_000) },
  'advisories of one package that name each other': {
    before: () => json(advisories(3_000, cve, 0)),
    body: () => json(advisories(3_000, (index) => `GHSA-${index}`, 120)),
  },
  '30,000 results of similar code that moved': {
    before: () => json(alike(30_000, 0)),
    body: () => json(alike(30_000, 3)),
  },
} satisfies Record<string, HostileScan>
