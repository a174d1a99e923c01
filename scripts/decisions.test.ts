import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '..', 'docs', 'decisions')
const index = readFileSync(join(folder, 'README.md'), 'utf8')
const pages = readdirSync(folder).filter((name) => name !== 'README.md')

const link = String.raw`\[\d{4}\]\(\d{4}-[a-z0-9-]+\.md\)`
const form = new RegExp(
  `^Status: (accepted(?:, amended by ${link}(?:(?:,| and) ${link})*)?|superseded by ${link})( |$)`,
)

describe('the decisions', () => {
  it.each(pages)('%s has a status, which the index repeats', (name) => {
    const [heading = '', blank, status = ''] = readFileSync(join(folder, name), 'utf8').split('\n')
    expect(heading).toMatch(new RegExp(`^# ${name.slice(0, 4)}: `))
    expect(blank).toBe('')
    const [, statusText] = form.exec(status) ?? []
    expect(statusText, `'${status}' is no status`).toBeDefined()
    const row = index.split('\n').find((line) => line.startsWith(`| [${name.slice(0, 4)}](${name}) `))
    expect(row?.split('|').at(-2)?.trim()).toBe(statusText)
  })
})
