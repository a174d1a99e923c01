import { expect, it } from 'vitest'
import { publishedExamples } from './published-examples.ts'

it('publishes examples as the service answers them; `vitest -u` writes them anew', async () => {
  const text = `${JSON.stringify(await publishedExamples(), null, 1)}\n`
  await expect(text).toMatchFileSnapshot('../../http/openapi/examples.json')
})
