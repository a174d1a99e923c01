import { expect, it } from 'vitest'
import { getOpenApi } from '#contract/operations/description.ts'
import { startTestService } from '../../testing/service.ts'

it('shows the same page with and without a slash at its end', async () => {
  const service = await startTestService()
  const page = await service.send('GET', '/docs', { token: null })
  expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
  expect(await service.send('GET', '/docs/', { token: null })).toMatchObject({ status: 200, text: page.text })
})

it('publishes an example of what each operation is asked and answers', async () => {
  const service = await startTestService()
  const { body } = await service.call(getOpenApi, { token: null })
  const operation = Object(body)['paths']['/api/v1/deployments/{deploymentSlug}/findings'].get
  expect(operation.parameters).toContainEqual(
    expect.objectContaining({ name: 'deploymentSlug', example: 'acme' }),
  )
  expect(operation.responses['200'].content['application/json'].example).toMatchObject({
    sastFindings: { findings: [{ severity: expect.any(String) }] },
  })
})
