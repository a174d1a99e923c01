import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { operations } from '#contract/all.ts'
import { readExamples } from './examples.ts'
import { openApiDocument } from './openapi.ts'

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    'operation-4xx-problem-details-rfc7807': 'error',
    'operation-tag-defined': 'error',
    'parameter-description': 'error',
  },
})

/** What the linter finds in a document; nothing is fetched for it. */
async function faultsOf(document: object): Promise<string[]> {
  const matches = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config,
  })
  return matches.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`)
}

const document = openApiDocument(
  operations,
  new Set(operations.map(({ id }) => id)),
  '1.2.3',
  await readExamples(),
)

it('keeps to the strict rules of a linter of OpenAPI', async () => {
  expect(await faultsOf(document)).toEqual([])
})

it('would be told of an example that does not fit its schema', async () => {
  const wrong = structuredClone(document)
  const parameter = wrong.paths['/api/v1/deployments/{deploymentSlug}/findings']?.['get']?.parameters.find(
    ({ name }) => name === 'issue_type',
  )
  if (!parameter) throw new Error('the list of findings takes a type')
  Object.assign(parameter, { example: 'purple' })
  expect(await faultsOf(wrong)).toHaveLength(1)
})
