import { expect, it } from 'vitest'
import { publishedExamples } from './published-examples.ts'

// `-u` stands last: before a file it takes the file for its value, and every test runs.
it('publishes examples as the service answers them; `-u` behind the file writes them anew', async () => {
  const text = `${JSON.stringify(await publishedExamples(), null, 1)}\n`
  await expect(text).toMatchFileSnapshot('../../http/openapi/examples.json')
})
