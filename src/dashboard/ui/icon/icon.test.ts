import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { iconMeanings } from './icon-name.ts'

const file = readFileSync(join(import.meta.dirname, 'icons.svg'), 'utf8')
const symbols = [...file.matchAll(/<symbol id="icon-([^"]+)"[^>]*>(.*?)<\/symbol>/g)]

it('is drawn for every name, once', () => {
  expect(symbols.map(([, name]) => name)).toEqual(Object.keys(iconMeanings))
})

it('has one meaning and one drawing, which no other icon has', () => {
  const meanings = Object.values(iconMeanings)
  expect(new Set(meanings).size).toBe(meanings.length)
  expect(new Set(symbols.map(([, , drawing]) => drawing)).size).toBe(symbols.length)
})
