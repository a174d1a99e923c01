import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { iconNames } from './icon-name.ts'

it('is drawn for every name, once', () => {
  const file = readFileSync(join(import.meta.dirname, 'icons.svg'), 'utf8')
  const drawn = [...file.matchAll(/<symbol id="icon-([^"]+)"/g)].map(([, name]) => name)
  expect(drawn).toEqual([...iconNames])
})
