import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { packageFolder } from '#server/base/package-folder.ts'
import { advisories } from './advisories/all.ts'
import { entryOf, readContent } from './content.ts'
import { frequentAdvisories, frequentPaths } from './generate/frequent.ts'
import { codeRules } from './rules/code-rules.ts'

describe('a fault in a content file', () => {
  it('is reported with the file, the entry and what is wrong', () => {
    const schema = z.array(z.looseObject({ handler: z.array(z.number()) }))
    expect(() => readContent('frameworks.json', schema)).toThrow(
      'src/server/demo/content/frameworks.json: entry 1 (express), handler 1: Invalid input: expected number, received string',
    )
  })

  it('is reported for a property that nothing reads', () => {
    const schema = z.strictObject({ commitTitles: z.unknown() })
    expect(() => readContent('organization/development.json', schema)).toThrow(
      'src/server/demo/content/organization/development.json: Unrecognized keys: "branches", "pipelines", "verbs"',
    )
  })

  it('is reported for a name that another file lacks', () => {
    const stack = entryOf(new Map([['rails', 1]]), 'organization/stacks.json')
    const schema = z.looseObject({ projects: z.array(z.looseObject({ stack })) })
    expect(() => readContent('organization/projects.json', schema)).toThrow(
      'src/server/demo/content/organization/projects.json: projects 1 (acme/checkout), stack: "express" is not in organization/stacks.json',
    )
  })

  it('is reported for a file that is not there', () => {
    expect(() => readContent('nothing.json', z.unknown())).toThrow(
      /^src\/server\/demo\/content\/nothing\.json: ENOENT/,
    )
  })
})

describe('the content files', () => {
  it.each(['rules', 'advisories'])('are all listed in the index of %s', (folder) => {
    const files = readdirSync(join(packageFolder, 'src/server/demo/content', folder), {
      recursive: true,
      encoding: 'utf8',
    })
    const names = files.filter((file) => file.endsWith('.json')).map((file) => file.replace(/\.json$/, ''))
    const listed = readContent(`${folder}/index.json`, z.array(z.string()))
    expect([...listed, 'index'].sort()).toEqual(names.sort())
  })

  it('name rules and advisories as frequent that exist', () => {
    const paths = new Set([...codeRules()].map(({ path }) => path))
    const ids = new Set(advisories.map(({ id }) => id))
    expect([...frequentPaths].filter((path) => !paths.has(path))).toEqual([])
    expect([...frequentAdvisories].filter((id) => !ids.has(id))).toEqual([])
  })
})
