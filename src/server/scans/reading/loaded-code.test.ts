import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../../../../dist/server/', import.meta.url)

/** The modules that a built file loads, by their paths. */
function modulesOf(entry: string): string[] {
  const files = new Set([entry])
  const modules: string[] = []
  // A set is iterated in the order of insertion, with what is added meanwhile.
  for (const file of files) {
    const code = readFileSync(new URL(file, folder), 'utf8')
    for (const [, imported] of code.matchAll(/^(?:im|ex)port [^'"]*["']\.\/([^"']+)["']/gm))
      if (imported) files.add(imported)
    // parse: written by the bundler.
    const { sources } = JSON.parse(readFileSync(new URL(`${file}.map`, folder), 'utf8')) as {
      sources: string[]
    }
    modules.push(...sources)
  }
  return modules
}

test('the thread that reads a report loads neither the database nor the server, which would take longer than to read', () => {
  const modules = modulesOf('scan-reader.js')
  expect(modules.length).toBeGreaterThan(100)
  expect(
    modules.filter((path) => /kysely|server\/(?:db\/(?:sqlite|postgres)|http|app)\b/.test(path)),
  ).toEqual([])
})
