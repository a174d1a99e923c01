import { expect, it } from 'vitest'
import { dataFolder, serveFor } from '../../testing/command-line.ts'
import { freePort } from '../../testing/postgres/postgres-server.ts'
import { startS3 } from '../../testing/s3/s3-server.ts'

async function served(more: Record<string, string> = {}) {
  const s3 = await startS3()
  const { config } = s3
  const service = await serveFor({
    GATEHOUSE_DATA: await dataFolder(),
    EXPORT_STORAGE: `s3://${config.bucket}/gatehouse`,
    AWS_ENDPOINT_URL: config.endpoint,
    AWS_REGION: config.region,
    AWS_ACCESS_KEY_ID: config.accessKeyId,
    AWS_SECRET_ACCESS_KEY: config.secretAccessKey,
    ...more,
  })
  return { s3, service }
}

it.each([
  [
    { AWS_SECRET_ACCESS_KEY: 'another-secret' },
    /bucket refuses access \(403 SignatureDoesNotMatch\)\. Check AWS_ACCESS/,
  ],
  [
    { EXPORT_STORAGE: 's3://other-files' },
    /bucket does not exist \(404 NoSuchBucket\)\. Create the bucket, or correct/,
  ],
  [
    { AWS_REGION: 'us-east-1' },
    /another region than AWS_REGION \(403 AuthorizationHeaderMalformed\)\. Correct AWS_REGION/,
  ],
  [
    { AWS_ENDPOINT_URL: `http://127.0.0.1:${await freePort()}` },
    /cannot be reached \(ECONNREFUSED\)\. Check the network, AWS_ENDPOINT_URL/,
  ],
])('starts with %j, and says at once what is wrong with the bucket', async (more, message) => {
  const { service } = await served(more)
  await expect.poll(service.log).toMatch(message)
  expect(service.log()).toMatch(/gatehouse: Exports will fail: The bucket/)
  expect(service.log()).not.toContain('secret')
  expect((await fetch(`${service.base}/readyz`)).status).toBe(200)
})

it('leaves nothing in a bucket that it has tried', async () => {
  const { s3, service } = await served()
  await expect.poll(() => s3.requests.some((request) => request.startsWith('DELETE check-'))).toBe(true)
  expect(s3.objects.size).toBe(0)
  expect(await service.stop()).toBe(0)
  expect(service.log()).not.toContain('Exports')
})
